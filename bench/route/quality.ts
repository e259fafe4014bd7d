import type { Contender } from './contender.ts';

/** How good answers are; a code as near as one of the exact answer counts as found. */
export interface RouteQuality {
  /** Queries compared with the exact answer. */
  readonly compared: number;
  /** P(the first of the answer is a nearest code), and P(a nearest code is anywhere in the answer). */
  readonly recallAt1: number;
  readonly recallAtK: number;
  /** Share of the 16 nearest codes that are in the answer; only when 16 were asked for. */
  readonly setRecallAt16: number | null;
}

/** Queries with the distances of the 16 nearest codes, by a scan. */
export interface RouteTruth {
  readonly queries: readonly Uint32Array[];
  readonly distances: readonly (readonly number[])[];
}

/** Compares every code with the queries. */
export function routeTruth(
  scan: Contender,
  codes: readonly Uint32Array[],
  queries: readonly Uint32Array[],
): RouteTruth {
  const distances = queries.map((query) => distancesOf(scan.query(query, 16), codes, query));
  return { queries, distances };
}

/** What share of the truth an engine finds. */
export function qualityOf(
  contender: Contender,
  codes: readonly Uint32Array[],
  { queries, distances }: RouteTruth,
  wanted: number,
): RouteQuality {
  let first = 0;
  let within = 0;
  let among = 0;
  for (const [i, code] of queries.entries()) {
    const truth = distances[i]!;
    const found = distancesOf(contender.query(code, wanted), codes, code);
    if ((found[0] ?? Infinity) <= truth[0]!) first += 1;
    if (found.some((distance) => distance <= truth[0]!)) within += 1;
    among += found.filter((distance) => distance <= truth.at(-1)!).length / truth.length;
  }
  const compared = queries.length;
  return {
    compared,
    recallAt1: first / compared,
    recallAtK: within / compared,
    setRecallAt16: wanted === 16 ? among / compared : null,
  };
}

function distancesOf(found: ArrayLike<number | bigint>, codes: readonly Uint32Array[], query: Uint32Array): number[] {
  return Array.from(found, (id) => hamming(codes[Number(id)]!, query));
}

function hamming(a: Uint32Array, b: Uint32Array): number {
  let distance = 0;
  for (const [i, word] of a.entries()) {
    for (let left = word ^ b[i]!; left !== 0; left &= left - 1) distance += 1;
  }
  return distance;
}
