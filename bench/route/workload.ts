import type { Rng } from '#foundation/kernel';

/** How stored codes lie: independent bits, or clusters of 32 at bits/8 flips from a centre. */
export const codeSets = ['uniform', 'clustered'] as const;

/** The name of a set of codes. */
export type CodeSet = (typeof codeSets)[number];

/**
 * Which queries are asked of which codes. With probability `pIn` a query is a stored code with a share of its bits flipped,
 * else it is new and uniform. `mixture` is the protocol of the seed; the other rows say where ROUTE's cost comes from.
 *
 * @source spec/benchmark-suite §2.2.2
 */
export const routeWorkloads = {
  'near-duplicate': { codes: 'uniform', pIn: 1, flippedShare: 1 / 32 },
  clustered: { codes: 'clustered', pIn: 1, flippedShare: 1 / 32 },
  uniform: { codes: 'uniform', pIn: 0, flippedShare: 0 },
  mixture: { codes: 'uniform', pIn: 0.5, flippedShare: 0 },
} as const satisfies Readonly<
  Record<string, { readonly codes: CodeSet; readonly pIn: number; readonly flippedShare: number }>
>;

/** The name of a workload. */
export type RouteWorkload = keyof typeof routeWorkloads;

/** The workloads that ask a set of codes. */
export function workloadsOf(codes: CodeSet): RouteWorkload[] {
  const all: readonly RouteWorkload[] = ['near-duplicate', 'clustered', 'uniform', 'mixture'];
  return all.filter((workload) => routeWorkloads[workload].codes === codes);
}

const CLUSTER = 32;

/** Codes to store. */
export function drawCodes(codes: CodeSet, { bits, size }: { bits: number; size: number }, rng: Rng): Uint32Array[] {
  let centre = uniformCode(bits, rng);
  return Array.from({ length: size }, (_, i) => {
    if (codes === 'uniform') return uniformCode(bits, rng);
    if (i % CLUSTER === 0) centre = uniformCode(bits, rng);
    return flipped(centre, bits, bits / 8, rng);
  });
}

/** Codes to ask for. */
export function drawQueries(
  workload: RouteWorkload,
  stored: readonly Uint32Array[],
  { bits, count }: { readonly bits: number; readonly count: number },
  rng: Rng,
): Uint32Array[] {
  const { pIn, flippedShare } = routeWorkloads[workload];
  return Array.from({ length: count }, () =>
    rng.chance(pIn) ? flipped(rng.pick(stored), bits, bits * flippedShare, rng) : uniformCode(bits, rng),
  );
}

function uniformCode(bits: number, rng: Rng): Uint32Array {
  const code = new Uint32Array(bits / 32);
  for (let i = 0; i < code.length; i += 1) code[i] = rng.uint32();
  return code;
}

// oxlint-disable-next-line max-params -- a code of so many bits, so many of them flipped, by chance
function flipped(code: Uint32Array, bits: number, count: number, rng: Rng): Uint32Array {
  const made = Uint32Array.from(code);
  if (count === 0) return made;
  for (const bit of rng.distinct(count, bits)) made[bit >>> 5] = made[bit >>> 5]! ^ (1 << (bit & 31));
  return made;
}
