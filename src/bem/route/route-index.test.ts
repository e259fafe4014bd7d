import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#kernel';
import { createRouteIndex, type RouteEntry, type RouteFilter, type RouteIndex } from './route-index.ts';

function popcount(word: number): number {
  let left = word >>> 0;
  let ones = 0;
  for (; left !== 0; left &= left - 1) ones += 1;
  return ones;
}

function distance(a: Uint32Array, b: Uint32Array): number {
  return a.reduce((sum, word, i) => sum + popcount(word ^ b[i]!), 0);
}

/** The answer by definition. */
function bruteForce(entries: Iterable<RouteEntry>, code: Uint32Array, filter: RouteFilter): [number, number][] {
  return [...entries]
    .filter((e) => filter.class === undefined || (e.class ?? '') === filter.class)
    .filter((e) => filter.shard === undefined || (e.shard ?? 0) === filter.shard)
    .map((e): [number, number] => [e.id, distance(e.code, code)])
    .sort(([idA, a], [idB, b]) => a - b || idA - idB)
    .slice(0, filter.wanted);
}

function pairs(index: RouteIndex, code: Uint32Array, filter: RouteFilter): [number, number][] {
  const { ids, distances } = index.query(code, filter);
  return ids.map((id, i) => [id, distances[i]!]);
}

/** A code near one of a few centres, so that ties, shared buckets and near misses are common. */
function clusteredCode(bits: number, rng: Rng, centres: readonly Uint32Array[]): Uint32Array {
  const code = Uint32Array.from(rng.pick(centres));
  const flips = rng.below(1 + rng.below(8));
  for (let i = 0; i < flips; i += 1) {
    const bit = rng.below(bits);
    code[bit >>> 5] = code[bit >>> 5]! ^ (1 << (bit & 31));
  }
  return code;
}

function randomCode(bits: number, rng: Rng): Uint32Array {
  const code = Uint32Array.from({ length: Math.ceil(bits / 32) }, () => rng.uint32());
  const unused = (32 - (bits % 32)) % 32;
  code[code.length - 1] = code.at(-1)! & (0xffffffff >>> unused);
  return code;
}

interface Play {
  readonly bits: number;
  readonly scanBelow: number;
  readonly seed: number;
  readonly steps: number;
}

/** Inserts, removals and queries in random order; every answer is compared with brute force. */
function play({ bits, scanBelow, seed, steps }: Play): number {
  const rng = createRng(`route-test/${bits}/${seed}`);
  const centres = Array.from({ length: 1 + rng.below(6) }, () => randomCode(bits, rng));
  const index = createRouteIndex(bits, { scanBelow });
  const entries = new Map<number, RouteEntry>();
  const makeCode = (): Uint32Array => (rng.chance(0.8) ? clusteredCode(bits, rng, centres) : randomCode(bits, rng));
  let queries = 0;
  for (let step = 0; step < steps; step += 1) {
    const act = rng.float();
    if (act < 0.65) {
      const id = rng.below(2000);
      if (entries.has(id)) continue;
      const entry = { id, code: makeCode(), class: rng.pick(['x', 'y']), shard: rng.below(2) };
      entries.set(id, entry);
      index.insert(entry);
    } else if (act < 0.85) {
      const id = entries.size > 0 && rng.chance(0.9) ? rng.pick([...entries.keys()]) : rng.below(2000);
      expect(index.remove(id)).toBe(entries.delete(id));
    } else {
      queries += 1;
      const filter = {
        wanted: rng.pick([1, 2, 7, 16, 300]),
        ...(rng.chance(0.5) && { class: rng.pick(['x', 'y', 'absent']) }),
        ...(rng.chance(0.3) && { shard: rng.below(3) }),
      };
      const code = makeCode();
      expect(pairs(index, code, filter)).toEqual(bruteForce(entries.values(), code, filter));
    }
    expect(index.size).toBe(entries.size);
  }
  return queries;
}

describe('ROUTE', () => {
  it.each([
    ['scanned', 2 ** 24],
    ['indexed', 0],
  ])('property: finds what brute force finds while entries come and go, %s', (_, scanBelow) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 256 }), fc.nat(), (bits, seed) => {
        play({ bits, scanBelow, seed, steps: 300 });
      }),
      { numRuns: 60 },
    );
  });
});
