import { createRng } from '#foundation/kernel';
import type { Target } from '../target.ts';
import { type Contender, ownContenders } from './contender.ts';
import type { RouteCell, RouteOptions } from './options.ts';
import { type FoundPeer, findPeer, peerFolder } from './peer-cache.ts';
import { peerContender, routePeers } from './peer.ts';
import { qualityOf, type RouteQuality, routeTruth } from './quality.ts';
import type { RouteRow } from './route-row.ts';
import { routeTargets } from './route-targets.ts';
import { timeQueries } from './time-queries.ts';
import { drawCodes, drawQueries, routeWorkloads, workloadsOf } from './workload.ts';

/** The section of the report on ROUTE. */
export interface RouteSection {
  readonly similarity: string;
  readonly pattern: string;
  readonly peers: readonly { readonly name: string; readonly says: string }[];
  readonly rows: readonly RouteRow[];
  readonly targets: readonly Target[];
}

/** Where peers are looked for. */
export interface RouteWorld {
  readonly environment: Readonly<Record<string, string | undefined>>;
  note(line: string): void;
}

const WANTED = [1, 16] as const;

/** Measures ROUTE, its scan and the peers, cell by cell. Cycles follow once the clock of the time is known. */
export function benchRoute(options: RouteOptions, world: RouteWorld): (ghz: number) => RouteSection {
  const folder = peerFolder(world.environment);
  const peers = routePeers.map((peer) =>
    findPeer(peer, { folder, fetch: options.fetch, note: (line) => world.note(line) }),
  );
  const rows = options.cells.flatMap((cell) => {
    world.note(`ROUTE, ${cell.codes} codes, N = ${cell.size}, ${cell.bits} bits`);
    return measureCell(cell, peers, options);
  });
  return (ghz) => {
    const timed = rows.map((row) => row(ghz));
    return {
      similarity: 'Hamming distance of identifiers in Gray code; ties go to the smaller identifier',
      pattern: `one query per call, CPU time, least of ${options.rounds} rounds in which the engines take turns; an engine that has used ${options.roundMicros / 1000} ms in a round leaves the rest of its ${options.queries} queries out`,
      peers: peers.map(({ peer, why }) => ({
        name: peer.name,
        says: why === undefined ? `${peer.version}; ${peer.parameters}` : `not measured: ${why}`,
      })),
      rows: timed,
      targets: routeTargets(timed),
    };
  };
}

/** A row, once the clock is known. */
type TimedRow = (ghz: number) => RouteRow;

function measureCell(cell: RouteCell, peers: readonly FoundPeer[], options: RouteOptions): TimedRow[] {
  const { bits, size } = cell;
  const rng = createRng(`bench/route/${options.seed}/${cell.codes}/${bits}/${size}`);
  const codes = drawCodes(cell.codes, cell, rng.fork('codes'));
  const asked = peers.filter(({ peer }) => cell.peers.includes(peer.name));
  const own = ownContenders(codes, bits);
  const rivals = asked.flatMap(({ peer, store }) => (store ? [peerContender(peer, store, codes, bits)] : []));
  return workloadsOf(cell.codes).flatMap((workload) => {
    const queries = drawQueries(workload, codes, { bits, count: options.queries }, rng.fork(workload));
    const truth = routeTruth(own[0], codes, queries.slice(0, options.compared));
    const { pIn, flippedShare } = routeWorkloads[workload];
    return WANTED.flatMap((wanted) => {
      const row = { workload, pIn, flippedShare, bits, nodes: size, candidates: wanted };
      const measure = { queries, options, quality: (each: Contender) => qualityOf(each, codes, truth, wanted) };
      const missing = asked.filter(({ store }) => store === undefined);
      return [
        ...measureRows(own, rivals, row, measure),
        ...missing.map(({ peer, why = '' }): TimedRow => {
          const { name: engine, parameters } = peer;
          return () => ({ engine, isOurs: false, parameters, ...row, measured: { notMeasured: why } });
        }),
      ];
    });
  });
}

/** What a row says whoever answers. */
type RowShape = Omit<RouteRow, 'engine' | 'isOurs' | 'parameters' | 'measured'>;

interface Measure {
  readonly queries: readonly Uint32Array[];
  readonly options: RouteOptions;
  readonly quality: (contender: Contender) => RouteQuality;
}

function measureRows(
  own: readonly Contender[],
  rivals: readonly Contender[],
  row: RowShape,
  { queries, options, quality }: Measure,
): TimedRow[] {
  const all = [...own, ...rivals];
  const times = timeQueries(all, queries, { wanted: row.candidates, ...options });
  return all.map((contender, i): TimedRow => {
    const { engine, parameters, buildSeconds, occupancy = null, bytes = null } = contender;
    const isOurs = i < own.length;
    const { micros, slowest, queries } = times[i]!;
    const ratios = rivals.map((rival, j) => {
      const speed = times[own.length + j]!.micros / micros;
      return [rival.engine, { speed, build: rival.buildSeconds / buildSeconds }] as const;
    });
    const figures = {
      buildSeconds,
      queries,
      microsPerQuery: micros,
      queriesPerSecond: 1e6 / micros,
      ...quality(contender),
      occupancy,
      bytes,
      ratios: isOurs ? Object.fromEntries(ratios) : {},
    };
    return (ghz) => ({
      engine,
      isOurs,
      parameters,
      ...row,
      measured: { ...figures, cyclesPerQuery: micros * 1000 * ghz, mostCyclesPerQuery: slowest * 1000 * ghz },
    });
  });
}
