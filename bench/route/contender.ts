import { type Approximation, createRouteIndex, type RouteIndex } from '#learners/machine/representation/route';
import { mean } from '#foundation/statistics';
import { cpuMicros } from '../cpu-time.ts';

/** Something that has stored codes and finds near ones. */
export interface Contender {
  readonly engine: string;
  /** What its speed and its recall depend on. */
  readonly parameters: string;
  /** CPU seconds, over all threads, to store the codes. */
  readonly buildSeconds: number;
  /** Positions of the nearest codes found, nearest first. */
  query(code: Uint32Array, wanted: number): ArrayLike<number | bigint>;
  /** Brings queries into the form the engine takes, outside what is timed. */
  prepare?(queries: readonly Uint32Array[]): void;
  /** How full the buckets of its tables are, when it has any; and the bytes of codes and tables. */
  readonly occupancy?: Occupancy | undefined;
  readonly bytes?: number;
}

/** Codes per bucket over the tables of an index; `min` is 0 when a bucket is empty. */
export interface Occupancy {
  readonly tables: number;
  readonly min: 0 | 'at least 1';
  readonly max: number;
  readonly mean: number;
  readonly emptyShare: number;
}

/** The efforts at which approximate answers are measured. */
const efforts: readonly Approximation[] = [
  { radius: 0, expansions: 0 },
  { radius: 1, expansions: 4 },
  { radius: 2, expansions: 0 },
];

/** The names of our engines. */
export const exactEngine = 'route exact';
export const scanEngine = 'scan';

/** ROUTE with tables, exact and at each effort over the same index; and ROUTE without tables, which is the truth. */
export function ownContenders(codes: readonly Uint32Array[], bits: number): [Contender, ...Contender[]] {
  const start = cpuMicros();
  const index = filled(codes, createRouteIndex(bits));
  const buildSeconds = (cpuMicros() - start) / 1e6;
  const common = {
    parameters: parametersOf(index),
    buildSeconds,
    occupancy: occupancyOf(index),
    bytes: index.usedBytes,
  };
  const scanStart = cpuMicros();
  const plain = filled(codes, createRouteIndex(bits, { scanBelow: 2 ** 24 }));
  const scanSeconds = (cpuMicros() - scanStart) / 1e6;
  return [
    {
      engine: scanEngine,
      parameters: 'every code compared',
      buildSeconds: scanSeconds,
      query: (code, wanted) => plain.query(code, { wanted }).ids,
    },
    { engine: exactEngine, ...common, query: (code, wanted) => index.query(code, { wanted }).ids },
    ...efforts.map((approximate) => ({
      engine: `route radius ${approximate.radius} expansions ${approximate.expansions}`,
      ...common,
      query: (code: Uint32Array, wanted: number) => index.query(code, { wanted, approximate }).ids,
    })),
  ];
}

function parametersOf(index: RouteIndex): string {
  const tables = index.occupancy();
  const widths = [...new Set(tables.map(({ bits }) => bits))].join(' and ');
  const { probeCost, scanBelow } = index.knobs;
  const shape = tables.length === 0 ? 'no tables' : `${tables.length} tables of substrings of ${widths} bits`;
  return `multi-index hashing, ${shape}, probeCost ${probeCost}, scanBelow ${scanBelow}`;
}

function occupancyOf(index: RouteIndex): Occupancy | undefined {
  const tables = index.occupancy();
  if (tables.length === 0) return undefined;
  return {
    tables: tables.length,
    min: tables.some(({ empty }) => empty > 0) ? 0 : 'at least 1',
    max: Math.max(...tables.map((table) => table.max)),
    mean: mean(tables.map((table) => table.mean)),
    emptyShare: mean(tables.map(({ empty, buckets }) => empty / buckets)),
  };
}

function filled(codes: readonly Uint32Array[], index: RouteIndex): RouteIndex {
  for (const [id, code] of codes.entries()) index.insert({ id, code });
  return index;
}
