import { createRng } from '#kernel';
import { type BuiltEngine, routeEngine, type RouteEngine, scanEngine } from './engine.ts';
import { findUsearch, type FoundPeer } from './peer.ts';
import { drawRouteData, type RouteData, type RouteShape, type RouteWorkload, routeWorkloads } from './workload.ts';

/** How much to measure. */
export interface RouteBenchOptions {
  readonly seed: number;
  readonly sizes: readonly number[];
  readonly bits: readonly number[];
  readonly workloads: readonly RouteWorkload[];
  /** Queries timed, in rounds that the engines take in turn; and queries compared with the exact answer. */
  readonly queries: number;
  readonly rounds: number;
  readonly compared: number;
  /** Peers run up to this size; beyond they are not measured. */
  readonly peerLimit: number;
}

/** The full grid: Q = 10⁵ queries for each cell. @source seed 003 §2.2 */
export const fullRouteBench: RouteBenchOptions = {
  seed: 1,
  sizes: [1e4, 1e5, 1e6],
  bits: [64, 128, 256],
  workloads: routeWorkloads,
  queries: 1e5,
  rounds: 5,
  compared: 1000,
  peerLimit: 1e6,
};

/** A grid that ends in seconds. */
export const quickRouteBench: RouteBenchOptions = {
  ...fullRouteBench,
  sizes: [1e4, 1e5],
  bits: [64, 128],
  queries: 1000,
  rounds: 3,
  compared: 100,
  peerLimit: 1e4,
};

/** One engine on one cell. */
export interface RouteBenchRow {
  readonly engine: string;
  readonly workload: RouteWorkload;
  readonly bits: number;
  readonly size: number;
  /** Candidates asked for. */
  readonly wanted: number;
  readonly measured: RouteFigures | { readonly notMeasured: string };
}

/** CPU time, minimum over the rounds; a code as near as one of the exact answer counts as found. */
export interface RouteFigures {
  readonly buildMs: number;
  readonly microsPerQuery: number;
  readonly queriesPerSecond: number;
  readonly recallAt1: number;
  /** Share of the 16 nearest that are in the answer; only when 16 were asked for. */
  readonly setRecallAt16?: number;
  readonly occupancy?: {
    readonly tables: number;
    readonly mean: number;
    readonly max: number;
    readonly emptyShare: number;
  };
  readonly bytes?: number;
}

const WANTED = [1, 16] as const;

/** The efforts that the approximate rows are measured at. */
const efforts = [
  { radius: 1, expansions: 4 },
  { radius: 2, expansions: 0 },
] as const;

/** Measures ROUTE, its scan and the peers that can be imported, cell by cell. */
export function benchRoute(options: RouteBenchOptions, peer: FoundPeer = findUsearch()): RouteBenchRow[] {
  const own = [routeEngine(), ...efforts.map(routeEngine), scanEngine()];
  const rows: RouteBenchRow[] = [];
  for (const size of options.sizes) {
    for (const bits of options.bits) {
      for (const workload of options.workloads) {
        const shape = { workload, bits, size, queries: Math.ceil(options.queries / options.rounds) };
        const canPeer = 'engine' in peer && size <= options.peerLimit;
        rows.push(...measureCell(canPeer ? [...own, peer.engine] : own, shape, options));
        if (canPeer) continue;
        const why = 'engine' in peer ? `beyond the limit of ${options.peerLimit} codes` : peer.notMeasured;
        const name = 'engine' in peer ? peer.engine.name : peer.name;
        rows.push({ engine: name, workload, bits, size, wanted: 16, measured: { notMeasured: why } });
      }
    }
  }
  return rows;
}

interface Contender {
  readonly engine: RouteEngine;
  readonly built: BuiltEngine;
  readonly buildMs: number;
}

function measureCell(engines: readonly RouteEngine[], shape: RouteShape, options: RouteBenchOptions): RouteBenchRow[] {
  const { workload, bits, size } = shape;
  const data = drawRouteData(shape, createRng(`bench/route/${options.seed}/${workload}/${bits}/${size}`));
  const contenders = engines.map((engine): Contender => {
    const start = cpuMicros();
    const built = engine.build(data.codes, bits);
    return { engine, built, buildMs: (cpuMicros() - start) / 1000 };
  });
  const exact = scanEngine().build(data.codes, bits);
  return WANTED.flatMap((wanted) => {
    const micros = timeInTurn(contenders, data, wanted, options.rounds);
    return contenders.map((contender, i): RouteBenchRow => {
      const measured = figuresOf(
        contender,
        micros[i]!,
        qualityOf(contender.built, exact, data, { wanted, ...options }),
      );
      return { engine: contender.engine.name, workload, bits, size, wanted, measured };
    });
  });
}

/** Queries are timed in batches until this much CPU time is spent in a round. */
const ROUND_MICROS = 100_000;
const BATCH = 100;

/** CPU microseconds per query, the least of the rounds; slow engines are timed on fewer queries. */
function timeInTurn(contenders: readonly Contender[], data: RouteData, wanted: number, rounds: number): number[] {
  const best = contenders.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [i, { built }] of contenders.entries()) {
      const start = cpuMicros();
      let asked = 0;
      while (asked < data.queries.length && cpuMicros() - start < ROUND_MICROS) {
        for (const query of data.queries.slice(asked, asked + BATCH)) built.query(query, wanted);
        asked = Math.min(asked + BATCH, data.queries.length);
      }
      best[i] = Math.min(best[i]!, (cpuMicros() - start) / asked);
    }
  }
  return best;
}

type Quality = Pick<RouteFigures, 'recallAt1' | 'setRecallAt16'>;

function qualityOf(
  built: BuiltEngine,
  exact: BuiltEngine,
  { codes, queries }: RouteData,
  { wanted, compared }: { readonly wanted: number; readonly compared: number },
): Quality {
  const asked = queries.slice(0, compared);
  let first = 0;
  let among = 0;
  for (const query of asked) {
    const far = (id: number): number => hamming(codes[id]!, query);
    const truth = exact.query(query, 16).map(far);
    const found = built.query(query, wanted).map(far);
    if (found.some((distance) => distance <= truth[0]!)) first += 1;
    among += found.filter((distance) => distance <= truth.at(-1)!).length / truth.length;
  }
  const recallAt1 = first / asked.length;
  return wanted === 16 ? { recallAt1, setRecallAt16: among / asked.length } : { recallAt1 };
}

function figuresOf({ built, buildMs }: Contender, microsPerQuery: number, quality: Quality): RouteFigures {
  const tables = built.index?.occupancy() ?? [];
  const mean = (pick: (table: (typeof tables)[number]) => number): number =>
    tables.reduce((sum, table) => sum + pick(table), 0) / tables.length;
  return {
    buildMs,
    microsPerQuery,
    queriesPerSecond: 1e6 / microsPerQuery,
    ...quality,
    ...(tables.length > 0 && {
      occupancy: {
        tables: tables.length,
        mean: mean((table) => table.mean),
        max: Math.max(...tables.map((table) => table.max)),
        emptyShare: mean((table) => table.empty / table.buckets),
      },
    }),
    ...(built.index && { bytes: built.index.usedBytes }),
  };
}

function hamming(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (const [i, word] of a.entries()) {
    for (let left = word ^ b[i]!; left !== 0; left &= left - 1) distance += 1;
  }
  return distance;
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
