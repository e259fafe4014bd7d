import type { Occupancy } from './contender.ts';
import type { RouteQuality } from './quality.ts';
import type { RouteWorkload } from './workload.ts';

/** One engine on one workload. @source spec/benchmark-suite §2.2.3 */
export interface RouteRow {
  readonly engine: string;
  readonly isOurs: boolean;
  /** Routing parameters. */
  readonly parameters: string;
  readonly workload: RouteWorkload;
  /** Probability that a query is made from a stored code, and the share of its bits that are flipped then. */
  readonly pIn: number;
  readonly flippedShare: number;
  readonly bits: number;
  /** N_nodes. */
  readonly nodes: number;
  /** K_cand. */
  readonly candidates: number;
  readonly measured: RouteFigures | { readonly notMeasured: string };
}

/** CPU time, the least of the rounds. */
export interface RouteFigures extends RouteQuality {
  readonly buildSeconds: number;
  /** Queries timed. */
  readonly queries: number;
  readonly microsPerQuery: number;
  readonly cyclesPerQuery: number;
  /** Of the slowest round. */
  readonly mostCyclesPerQuery: number;
  readonly queriesPerSecond: number;
  readonly occupancy: Occupancy | null;
  readonly bytes: number | null;
  /** Our speed as a multiple of each peer's: queries per second, and codes stored per second. */
  readonly ratios: Readonly<Record<string, { readonly speed: number; readonly build: number }>>;
}
