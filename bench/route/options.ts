import type { FetchPeers } from './peer-cache.ts';
import { type CodeSet, codeSets } from './workload.ts';

/** Codes that are stored once and asked by every workload that fits them. */
export interface RouteCell {
  readonly size: number;
  readonly bits: number;
  readonly codes: CodeSet;
  /** Peers that store them too. */
  readonly peers: readonly string[];
}

/** How much of ROUTE to measure. */
export interface RouteOptions {
  readonly seed: number;
  readonly cells: readonly RouteCell[];
  /** Queries timed per workload, in rounds that the engines take in turn; and queries compared with the exact answer. */
  readonly queries: number;
  readonly rounds: number;
  readonly roundMicros: number;
  readonly compared: number;
  readonly fetch: FetchPeers;
}

type PeersOf = (cell: Omit<RouteCell, 'peers'>) => readonly string[];

function grid(sizes: readonly number[], bits: readonly number[], peersOf: PeersOf): RouteCell[] {
  return sizes.flatMap((size) =>
    bits.flatMap((width) =>
      codeSets.map((codes) => {
        const cell = { size, bits: width, codes };
        return { ...cell, peers: peersOf(cell) };
      }),
    ),
  );
}

/**
 * The whole grid, Q = 10⁵ queries per workload and 10³ compared. usearch builds for minutes at N = 10⁶, so there it
 * stores the uniform codes of 64 bits only.
 *
 * @source spec/benchmark-suite §2.2
 */
export const fullRoute: RouteOptions = {
  seed: 1,
  cells: grid([1e4, 1e5, 1e6], [64, 128, 256], ({ size, bits, codes }) => {
    if (size <= 1e4) return ['usearch', 'hnswlib-node'];
    if (size <= 1e5) return bits === 64 ? ['usearch', 'hnswlib-node'] : ['usearch'];
    return bits === 64 && codes === 'uniform' ? ['usearch'] : [];
  }),
  queries: 1e5,
  rounds: 5,
  roundMicros: 40_000,
  compared: 1000,
  fetch: 'all',
};

/** Leaves peers out where they build for minutes. */
export function withoutSlowPeers(options: RouteOptions): RouteOptions {
  const isFast = (peer: string, size: number): boolean => size <= (peer === 'usearch' ? 1e5 : 1e4);
  const cells = options.cells.map((cell) => ({ ...cell, peers: cell.peers.filter((peer) => isFast(peer, cell.size)) }));
  return { ...options, cells };
}

/** Peers where they take a second; and once at N = 10⁵, where usearch builds for some ten. */
export const quickRoute: RouteOptions = {
  ...fullRoute,
  cells: [
    ...grid([1e4], [64, 128, 256], ({ bits }) => (bits === 64 ? ['usearch', 'hnswlib-node'] : ['usearch'])),
    ...grid([1e5], [64, 128], ({ bits, codes }) => (bits === 64 && codes === 'uniform' ? ['usearch'] : [])),
    { size: 1e6, bits: 64, codes: 'uniform', peers: [] },
  ],
  queries: 3000,
  rounds: 3,
  roundMicros: 6000,
  compared: 100,
  fetch: 'prebuilt',
};

/** Shows that everything runs. */
export const tinyRoute: RouteOptions = {
  ...quickRoute,
  cells: grid([2000], [64], () => ['usearch', 'hnswlib-node']),
  queries: 60,
  rounds: 2,
  roundMicros: 1e9,
  compared: 30,
  fetch: 'never',
};
