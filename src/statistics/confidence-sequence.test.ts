import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#kernel';
import { createConfidenceSequence } from './confidence-sequence.ts';

const observations = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 });

/** The formulas read off the paper: which multiples of 1/resolution does some prefix rule out? */
function survivors(xs: readonly number[], alpha: number, resolution: number): number[] {
  const left: number[] = [];
  for (let i = 0; i <= resolution; i += 1) {
    const m = i / resolution;
    let up = 1;
    let down = 1;
    let isOut = false;
    for (let t = 1; t <= xs.length; t += 1) {
      let squares = 0.25;
      for (let j = 1; j < t; j += 1) {
        const estimate = (0.5 + xs.slice(0, j).reduce((a, b) => a + b, 0)) / (j + 1);
        squares += (xs[j - 1]! - estimate) ** 2;
      }
      const bet = Math.sqrt((2 * Math.log(2 / alpha)) / ((squares / t) * t * Math.log(t + 1)));
      up *= 1 + Math.min(bet, 0.5 / m) * (xs[t - 1]! - m);
      down *= 1 - Math.min(bet, 0.5 / (1 - m)) * (xs[t - 1]! - m);
      if (Math.max(up / 2, down / 2) >= 1 / alpha) isOut = true;
    }
    if (!isOut) left.push(m);
  }
  return left;
}

describe('createConfidenceSequence', () => {
  it('misses the mean with chance at most alpha, exactly: all 2¹³ coin records, each weighted by its chance', () => {
    for (const [alpha, tenths] of [
      [0.2, 5],
      [0.4, 3],
      [0.6, 2],
    ] as const) {
      const mean = tenths / 10;
      let missed = 0;
      for (let bits = 0; bits < 2 ** 13; bits += 1) {
        const sequence = createConfidenceSequence({ alpha, resolution: 10 });
        let chance = 1;
        let isOut = false;
        for (let i = 0; i < 13; i += 1) {
          const x = (bits >> i) & 1;
          chance *= x === 1 ? mean : 1 - mean;
          sequence.add(x);
          const { low, high } = sequence.interval();
          if (mean < low || mean > high || sequence.isContradicted()) isOut = true;
        }
        if (isOut) missed += chance;
      }
      expect(missed).toBeLessThanOrEqual(alpha);
    }
  });

  it('misses the mean at most alpha of the time over 1200 streams watched for 250 steps', () => {
    const worlds: readonly (readonly [number, (rng: Rng) => number])[] = [
      [0.5, (rng) => rng.bit()],
      [0.1, (rng) => Number(rng.chance(0.1))],
      [0.5, (rng) => rng.float()],
      [0.25, (rng) => rng.float() * rng.float()],
    ];
    const alpha = 0.1;
    for (const [world, [mean, draw]] of worlds.entries()) {
      let missed = 0;
      for (let stream = 0; stream < 300; stream += 1) {
        const rng = createRng(`coverage/${world}/${stream}`);
        const sequence = createConfidenceSequence({ alpha, resolution: 100 });
        let isOut = false;
        for (let i = 0; i < 250; i += 1) {
          sequence.add(draw(rng));
          const { low, high } = sequence.interval();
          if (mean < low || mean > high) isOut = true;
        }
        if (isOut) missed += 1;
      }
      expect(missed).toBeLessThanOrEqual(300 * alpha + 3 * Math.sqrt(300 * alpha * (1 - alpha)));
    }
  });

  it('narrows: 1000 fair flips leave less than 0.14, 1000 draws of small spread less than 0.05', () => {
    const width = (draw: (rng: Rng) => number): number => {
      const rng = createRng('narrow');
      const sequence = createConfidenceSequence({ alpha: 0.05 });
      for (let i = 0; i < 1000; i += 1) sequence.add(draw(rng));
      const { low, high } = sequence.interval();
      return high - low;
    };
    expect(width((rng) => rng.bit())).toBeLessThan(0.14);
    expect(width((rng) => 0.45 + rng.float() / 10)).toBeLessThan(0.05);
  });

  it('property: keeps exactly the means that the formulas keep, rounded outwards', () => {
    fc.assert(
      fc.property(observations, fc.constantFrom(0.05, 0.3), (xs, alpha) => {
        const left = survivors(xs, alpha, 20);
        fc.pre(left.length > 0);
        const sequence = createConfidenceSequence({ alpha, resolution: 20 });
        for (const x of xs) sequence.add(x);
        const { low, high } = sequence.interval();
        expect(low).toBeCloseTo(Math.max(0, left[0]! - 1 / 20), 12);
        expect(high).toBeCloseTo(Math.min(1, left.at(-1)! + 1 / 20), 12);
      }),
    );
  });

  it('property: never grows, and mirrors with its data', () => {
    fc.assert(
      fc.property(observations, (xs) => {
        const sequence = createConfidenceSequence({ alpha: 0.1, resolution: 50 });
        const mirror = createConfidenceSequence({ alpha: 0.1, resolution: 50 });
        let before = sequence.interval();
        for (const x of xs) {
          sequence.add(x);
          mirror.add(1 - x);
          const now = sequence.interval();
          expect(now.low >= before.low && now.high <= before.high && now.low <= now.high).toBe(true);
          before = now;
        }
        expect(mirror.interval().low).toBeCloseTo(1 - before.high, 12);
        expect(sequence.count()).toBe(xs.length);
      }),
    );
  });

  it('says when the mean has moved, and keeps its last interval', () => {
    const sequence = createConfidenceSequence({ alpha: 0.05, resolution: 100 });
    for (let i = 0; i < 300; i += 1) sequence.add(0.1);
    expect(sequence.isContradicted()).toBe(false);
    const { high } = sequence.interval();
    expect(high).toBeLessThan(0.2);
    for (let i = 0; i < 3000; i += 1) sequence.add(0.9);
    expect(sequence.isContradicted()).toBe(true);
    expect(sequence.interval().high).toBeLessThanOrEqual(high);
  });

  it('refuses observations outside [0, 1] and impossible options', () => {
    const range = expect.objectContaining({ code: 'kernel/bad-range' });
    for (const x of [-0.1, 1.1, NaN]) expect(() => createConfidenceSequence({ alpha: 0.05 }).add(x)).toThrow(range);
    for (const alpha of [0, 1, NaN]) expect(() => createConfidenceSequence({ alpha })).toThrow(range);
    expect(() => createConfidenceSequence({ alpha: 0.05, resolution: 0 })).toThrow(range);
  });
});
