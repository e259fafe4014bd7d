import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { createRng } from './rng.ts';

describe('Rng', () => {
  it('gives the committed numbers for a path, for ever', () => {
    const first = (path: string): number[] => {
      const rng = createRng(path);
      return Array.from({ length: 4 }, () => rng.uint32());
    };
    expect({
      empty: first(''),
      a: first('a'),
      run: first('run-7/math/ARITH_EXPR/12'),
      odd: first('ünïcödé/…/🂡'),
    }).toMatchInlineSnapshot(`
      {
        "a": [
          2283973959,
          4238976739,
          2111344829,
          3187619464,
        ],
        "empty": [
          4035892905,
          1363572419,
          145230303,
          808754475,
        ],
        "odd": [
          997747787,
          1239400315,
          765095,
          3804633455,
        ],
        "run": [
          447608164,
          4070128664,
          451263692,
          81975051,
        ],
      }
    `);
  });

  it('is its path: forking appends and consumes nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(5), (path, label, drawn) => {
        const parent = createRng(path);
        for (let i = 0; i < drawn; i += 1) parent.uint32();
        const forked = parent.fork(label);
        expect(forked.uint32()).toBe(createRng(`${path}/${label}`).uint32());
        const twin = createRng(path);
        for (let i = 0; i < drawn; i += 1) twin.uint32();
        expect(parent.uint32()).toBe(twin.uint32());
      }),
    );
  });

  // If only 32 bits told streams apart, 300,000 would collide about ten times: n² / 2^33.
  it('gives 300,000 neighbouring streams as many different beginnings', () => {
    const seen = new Set<number>();
    for (let i = 0; i < 300_000; i += 1) {
      const rng = createRng(`run/${i}`);
      seen.add((rng.uint32() >>> 11) * 4294967296 + rng.uint32());
    }
    expect(seen.size).toBe(300_000);
  });

  it('draws below n without bias (chi-square, 99.9 % point)', () => {
    for (const [n, critical] of [
      [3, 13.82],
      [7, 22.46],
      [10, 27.88],
    ] as const) {
      const counts = new Array<number>(n).fill(0);
      const rng = createRng(`chi/${n}`);
      for (let i = 0; i < 100_000; i += 1) counts[rng.below(n)]! += 1;
      const expected = 100_000 / n;
      const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chi).toBeLessThan(critical);
    }
  });

  it('property: below stays in range on both sides of 2^21', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4294967296 }), fc.string(), (n, path) => {
        const x = createRng(path).below(n);
        expect(Number.isInteger(x) && x >= 0 && x < n).toBe(true);
      }),
    );
  });

  it('refuses an empty range', () => {
    expect(() => createRng('x').below(0)).toThrow(Fault);
    expect(() => createRng('x').int(3, 2)).toThrow(Fault);
  });

  it('shuffles into each order equally often', () => {
    const counts = new Map<string, number>();
    const rng = createRng('shuffle');
    for (let i = 0; i < 60_000; i += 1) {
      const order = rng.shuffle([0, 1, 2]).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });

  it('draws distinct numbers', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (k, extra) => {
        const drawn = createRng(`${k}/${extra}`).distinct(k, k + extra);
        expect(new Set(drawn).size).toBe(k);
        expect(drawn.every((x) => x >= 0 && x < k + extra)).toBe(true);
      }),
    );
  });

  it('draws normal numbers with mean 0 and variance 1', () => {
    const rng = createRng('normal');
    const xs = Array.from({ length: 100_000 }, () => rng.normal());
    const mean = xs.reduce((a, b) => a + b, 0) / xs.length;
    const variance = xs.reduce((a, b) => a + (b - mean) ** 2, 0) / xs.length;
    expect(Math.abs(mean)).toBeLessThan(0.015);
    expect(Math.abs(variance - 1)).toBeLessThan(0.02);
  });

  it('weighs its choices', () => {
    const rng = createRng('weighted');
    const counts = [0, 0, 0];
    for (let i = 0; i < 30_000; i += 1) counts[rng.weighted([1, 0, 2])]! += 1;
    expect(counts[1]).toBe(0);
    expect(Math.abs(counts[0]! - 10_000)).toBeLessThan(400);
  });
});
