import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { createRouteIndex, type RouteAnswer, type RouteEntry, type RouteFilter } from './route-index.ts';

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

function pairsOf({ ids, distances }: RouteAnswer): [number, number][] {
  return ids.map((id, i) => [id, distances[i]!]);
}

/** A code near one of a few centres, so that ties, shared buckets and near misses are common. */
function clusteredCode(bits: number, rng: Rng, centres: readonly Uint32Array[]): Uint32Array {
  const flips = rng.below(1 + rng.below(8));
  return flipped(
    rng.pick(centres),
    Array.from({ length: flips }, () => rng.below(bits)),
  );
}

function flipped(code: Uint32Array, bits: readonly number[]): Uint32Array {
  const made = Uint32Array.from(code);
  for (const bit of bits) made[bit >>> 5] = made[bit >>> 5]! ^ (1 << (bit & 31));
  return made;
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

interface Played {
  /** Answers of the index beside those of brute force. */
  readonly answers: [found: unknown, expected: unknown][];
  /** Queries that tables answered. */
  throughTables: number;
}

/** Inserts, removals and queries in random order. */
function play({ bits, scanBelow, seed, steps }: Play): Played {
  const rng = createRng(`route-test/${bits}/${seed}`);
  const centres = Array.from({ length: 1 + rng.below(6) }, () => randomCode(bits, rng));
  const index = createRouteIndex(bits, { scanBelow, probeCost: 0 });
  const entries = new Map<number, RouteEntry>();
  const makeCode = (): Uint32Array => (rng.chance(0.8) ? clusteredCode(bits, rng, centres) : randomCode(bits, rng));
  const played: Played = { answers: [], throughTables: 0 };
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
      played.answers.push([index.remove(id), entries.delete(id)]);
    } else {
      const filter = {
        wanted: rng.pick([1, 2, 7, 16, 300]),
        ...(rng.chance(0.5) && { class: rng.pick(['x', 'y', 'absent']) }),
        ...(rng.chance(0.3) && { shard: rng.below(3) }),
      };
      const code = makeCode();
      const answer = index.query(code, filter);
      played.answers.push([pairsOf(answer), bruteForce(entries.values(), code, filter)], [answer.isExact, true]);
      if (answer.provenWithin < Infinity) played.throughTables += 1;
    }
    played.answers.push([index.size, entries.size]);
  }
  return played;
}

const plays = fc.record({ bits: fc.integer({ min: 1, max: 256 }), seed: fc.nat() });

describe('an exact query', () => {
  it('property: finds by scanning what brute force finds, while entries come and go', () => {
    fc.assert(
      fc.property(plays, (drawn) => {
        const { answers, throughTables } = play({ ...drawn, scanBelow: 2 ** 24, steps: 200 });
        for (const [found, expected] of answers) expect(found).toEqual(expected);
        expect(throughTables).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('property: finds through tables what brute force finds, while entries come and go', () => {
    let throughTables = 0;
    fc.assert(
      fc.property(plays, (drawn) => {
        const played = play({ ...drawn, scanBelow: 0, steps: 200 });
        for (const [found, expected] of played.answers) expect(found).toEqual(expected);
        throughTables += played.throughTables;
      }),
      { numRuns: 60 },
    );
    expect(throughTables).toBeGreaterThan(300);
  });

  it.each([64, 100, 256])('finds through tables what a scan finds among many codes of %i bits', (bits) => {
    const rng = createRng(`route-many/${bits}`);
    const centres = Array.from({ length: 300 }, () => randomCode(bits, rng));
    const tables = createRouteIndex(bits, { probeCost: 0 });
    const scanned = createRouteIndex(bits, { scanBelow: 2 ** 24 });
    for (let id = 0; id < 12_000; id += 1) {
      const code = clusteredCode(bits, rng, centres);
      tables.insert({ id, code });
      scanned.insert({ id, code });
    }
    for (const id of rng.distinct(4000, 12_000)) expect(tables.remove(id)).toBe(scanned.remove(id));
    let throughTables = 0;
    for (let i = 0; i < 60; i += 1) {
      const code = clusteredCode(bits, rng, centres);
      const answer = tables.query(code, { wanted: 16 });
      expect(pairsOf(answer)).toEqual(pairsOf(scanned.query(code, { wanted: 16 })));
      if (answer.provenWithin < Infinity) throughTables += 1;
    }
    expect(throughTables).toBeGreaterThan(50);
  });

  it('stays exact where tables turn into a scan halfway, as when all codes share their buckets', () => {
    const index = createRouteIndex(64, { scanBelow: 0, probeCost: 8 });
    const entries = Array.from({ length: 3000 }, (_, id) => ({ id, code: Uint32Array.of(id ^ (id >>> 1), 0) }));
    for (const entry of entries) index.insert(entry);
    for (const entry of entries.slice(0, 50)) {
      const answer = index.query(entry.code, { wanted: 16 });
      expect(pairsOf(answer)).toEqual(bruteForce(entries, entry.code, { wanted: 16 }));
      expect(answer.provenWithin).toBe(Infinity);
    }
  });

  it('finds nothing in an empty index, and again nothing when all was removed', () => {
    const index = createRouteIndex(70, { scanBelow: 0 });
    const code = Uint32Array.of(1, 2, 3);
    const nothing = { ids: [], distances: [], provenWithin: Infinity, isExact: true };
    expect(index.query(code, { wanted: 3 })).toEqual(nothing);
    for (let id = 0; id < 40; id += 1) index.insert({ id, code });
    for (let id = 39; id >= 0; id -= 1) expect(index.remove(id)).toBe(true);
    expect(index.query(code, { wanted: 3 })).toEqual(nothing);
  });
});

describe('an approximate query', () => {
  it('property: overlooks nothing within the distance it claims, and never calls a wrong answer exact', () => {
    let incomplete = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 32, max: 256 }),
        fc.nat(),
        fc.nat(2),
        fc.nat(4),
        (bits, seed, radius, expansions) => {
          const rng = createRng(`route-approximate/${bits}/${seed}`);
          const centres = Array.from({ length: 20 }, () => randomCode(bits, rng));
          const index = createRouteIndex(bits, { scanBelow: 0, probeCost: 0 });
          const entries = Array.from({ length: 200 }, (_, id) => ({ id, code: clusteredCode(bits, rng, centres) }));
          for (const entry of entries) index.insert(entry);
          const code = clusteredCode(bits, rng, centres);
          const answer = index.query(code, { wanted: 12, approximate: { radius, expansions } });
          const found = pairsOf(answer);
          const expected = bruteForce(entries, code, { wanted: 12 });
          const proven = expected.filter(([, far]) => far <= answer.provenWithin);
          expect(found.slice(0, proven.length)).toEqual(proven);
          for (const [id, far] of found) expect(far).toBe(distance(entries[id]!.code, code));
          expect(answer.isExact && JSON.stringify(found) !== JSON.stringify(expected)).toBe(false);
          if (!answer.isExact) incomplete += 1;
        },
      ),
      { numRuns: 150 },
    );
    expect(incomplete).toBeGreaterThan(10);
  });

  it('finds more of a cluster by expanding what it found', () => {
    const rng = createRng('route-expand');
    const index = createRouteIndex(128, { scanBelow: 0, probeCost: 0 });
    const centres = Array.from({ length: 60 }, () => randomCode(128, rng));
    for (let id = 0; id < 60 * 20; id += 1)
      index.insert({ id, code: flipped(centres[id % 60]!, rng.distinct(16, 128)) });
    const mates = (expansions: number): number =>
      centres.reduce((sum, _, cluster) => {
        const query = flipped(centres[cluster]!, rng.fork(cluster).distinct(16, 128));
        const { ids } = index.query(query, { wanted: 16, approximate: { radius: 0, expansions } });
        return sum + ids.filter((id) => id % 60 === cluster).length;
      }, 0);
    expect(mates(8)).toBeGreaterThan(1.2 * mates(0));
  });
});

describe('bad input to ROUTE', () => {
  const index = createRouteIndex(40);
  index.insert({ id: 7, code: Uint32Array.of(1, 2) });

  it.each([
    ['a code of the wrong length', () => index.insert({ id: 8, code: Uint32Array.of(1) }), 'bem/route-code'],
    ['ones past the end of the code', () => index.query(Uint32Array.of(0, 256), { wanted: 1 }), 'bem/route-code'],
    ['an id that is taken', () => index.insert({ id: 7, code: Uint32Array.of(1, 2) }), 'bem/route-id'],
    ['an id that is not whole', () => index.insert({ id: 0.5, code: Uint32Array.of(1, 2) }), 'bem/route-id'],
    ['no candidates', () => index.query(Uint32Array.of(1, 2), { wanted: 0 }), 'bem/route-query'],
    ['codes of 257 bits', () => createRouteIndex(257), 'bem/route-code'],
    ['a knob out of range', () => createRouteIndex(64, { scanBelow: -1 }), 'bem/route-knob'],
  ])('refuses %s', (_, act, code) => {
    expect(act).toThrow(expect.objectContaining({ code }));
    expect(index.size).toBe(1);
    expect(index.query(Uint32Array.of(1, 2), { wanted: 2 }).ids).toEqual([7]);
  });

  it('refuses an entry that memory has no room for, and goes on as before', () => {
    const full = createRouteIndex(256, { maxBytes: 2 ** 18, scanBelow: 2 ** 24 });
    const rng = createRng('route-full');
    const entries: RouteEntry[] = [];
    const fill = (): void => {
      for (let id = 0; id < 10_000; id += 1) {
        const entry = { id, code: randomCode(256, rng) };
        full.insert(entry);
        entries.push(entry);
      }
    };
    expect(fill).toThrow(expect.objectContaining({ code: 'bem/route-full' }));
    expect(full.size).toBe(entries.length);
    expect(full.remove(3)).toBe(true);
    full.insert(entries[3]!);
    const code = randomCode(256, rng);
    expect(pairsOf(full.query(code, { wanted: 9 }))).toEqual(bruteForce(entries, code, { wanted: 9 }));
  });
});

describe('bucket occupancy', () => {
  it('counts every code once in each table', () => {
    const rng = createRng('route-occupancy');
    const index = createRouteIndex(100, { scanBelow: 0 });
    for (let id = 0; id < 3000; id += 1) index.insert({ id, code: randomCode(100, rng) });
    for (let id = 0; id < 1000; id += 1) index.remove(3 * id);
    const tables = index.occupancy();
    expect(tables.reduce((sum, { bits }) => sum + bits, 0)).toBe(100);
    for (const { mean, buckets, max, empty } of tables) {
      expect(mean * buckets).toBe(2000);
      expect(max).toBeGreaterThanOrEqual(mean);
      expect(empty).toBeLessThan(buckets);
    }
  });
});
