import type { Rng } from '#kernel';

/** Where codes and queries come from. */
export const routeWorkloads = ['near-duplicate', 'clustered', 'uniform'] as const;

export type RouteWorkload = (typeof routeWorkloads)[number];

/** Codes to store and codes to ask for. */
export interface RouteData {
  readonly codes: readonly Uint32Array[];
  readonly queries: readonly Uint32Array[];
}

/** What to draw. */
export interface RouteShape {
  readonly workload: RouteWorkload;
  readonly bits: number;
  readonly size: number;
  readonly queries: number;
}

const CLUSTER = 32;

/**
 * Codes are uniform, or in clusters of 32 at bits/8 flips from a centre. Queries are stored codes with bits/32 bits flipped
 * (3 %), or uniform.
 */
export function drawRouteData({ workload, bits, size, queries }: RouteShape, rng: Rng): RouteData {
  const words = bits / 32;
  const uniform = (): Uint32Array => Uint32Array.from({ length: words }, () => rng.uint32());
  const flipped = (code: Uint32Array, count: number): Uint32Array => {
    const made = Uint32Array.from(code);
    for (const bit of rng.distinct(count, bits)) made[bit >>> 5] = made[bit >>> 5]! ^ (1 << (bit & 31));
    return made;
  };
  let centre = uniform();
  const codes = Array.from({ length: size }, (_, i) => {
    if (workload !== 'clustered') return uniform();
    if (i % CLUSTER === 0) centre = uniform();
    return flipped(centre, bits / 8);
  });
  const ask = (): Uint32Array => (workload === 'uniform' ? uniform() : flipped(rng.pick(codes), bits / 32));
  return { codes, queries: Array.from({ length: queries }, ask) };
}
