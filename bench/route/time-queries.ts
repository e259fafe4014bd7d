import { cpuMicros } from '../cpu-time.ts';
import type { Contender } from './contender.ts';

/** Queries of one engine on one workload. */
export interface QueryTime {
  readonly queries: number;
  /** CPU microseconds per query, the least of the rounds. */
  readonly micros: number;
  /** The same of the slowest round: with the least, the interval in which the cost was seen to lie. */
  readonly slowest: number;
}

/** How long to time. */
export interface QueryTiming {
  readonly wanted: number;
  readonly rounds: number;
  /** CPU microseconds after which an engine has had enough queries for a round. */
  readonly roundMicros: number;
}

/** Engines take turns within a round. A slow engine is timed on fewer queries than there are, and it is said on how many. */
export function timeQueries(
  contenders: readonly Contender[],
  queries: readonly Uint32Array[],
  { wanted, rounds, roundMicros }: QueryTiming,
): QueryTime[] {
  const perRound = Math.ceil(queries.length / rounds);
  const times = contenders.map(() => ({ queries: 0, micros: Infinity, slowest: 0 }));
  for (let round = 0; round < rounds; round += 1) {
    const asked = queries.slice(round * perRound, (round + 1) * perRound);
    for (const [i, contender] of contenders.entries()) {
      const time = times[i]!;
      const { count, micros } = timeRound(contender, asked, wanted, roundMicros);
      time.queries += count;
      time.micros = Math.min(time.micros, micros / count);
      time.slowest = Math.max(time.slowest, micros / count);
    }
  }
  return times;
}

/** Batches grow, so that an engine of a microsecond is hardly interrupted and one of a millisecond stops in time. */
// oxlint-disable-next-line max-params -- who answers what, how many of it, for how long
function timeRound(
  contender: Contender,
  queries: readonly Uint32Array[],
  wanted: number,
  roundMicros: number,
): { count: number; micros: number } {
  contender.prepare?.(queries);
  const start = cpuMicros();
  let micros = 0;
  let count = 0;
  for (let batch = 4; count < queries.length && micros < roundMicros; batch *= 2) {
    const end = Math.min(count + batch, queries.length);
    for (; count < end; count += 1) contender.query(queries[count]!, wanted);
    micros = cpuMicros() - start;
  }
  return { count, micros };
}
