import { describe, expect, it } from 'vitest';
import { logSlope } from './log-slope.ts';
import { measureScaling, scalingOptions, scalingResult } from './scaling.ts';
import { createStreamMachine } from './stream-machine.ts';

const rest = { quick: true, seed: 1, configuration: {}, cpuSeconds: 0 };

describe('logSlope', () => {
  it('is the exponent of a power law', () => {
    const lengths = [1e2, 1e3, 1e4, 1e5];
    for (const exponent of [-0.5, 0, 0.02, 1]) {
      expect(logSlope(lengths.map((x) => [x, 7 * x ** exponent]))).toBeCloseTo(exponent, 12);
    }
  });
});

describe('the scaling benchmark', () => {
  it('covers T = 10² to 10⁷ five times', () => {
    expect(scalingOptions.full.lengths).toEqual([1e2, 1e3, 1e4, 1e5, 1e6, 1e7]);
    expect([scalingOptions.full.repetitions, scalingOptions.quick.repetitions]).toEqual([5, 5]);
  });

  it('judges the slope through the medians, whatever one repetition does', () => {
    const sizes = { lengths: [1e2, 1e4, 1e6], repetitions: 3, leastSteps: 1 };
    const flat = [
      [100, 101, 100],
      [100, 100, 101],
      [100, 5000, 900],
    ];
    expect(scalingResult(sizes, flat, rest).targets).toMatchObject([{ status: 'met' }]);
    const growing = flat.map(() => [100, 120, 144]);
    expect(scalingResult(sizes, growing, rest).targets).toMatchObject([{ status: 'missed' }]);
    const shrinking = flat.map(() => [144, 120, 100]);
    expect(scalingResult(sizes, shrinking, rest).targets).toMatchObject([{ status: 'missed' }]);
  });

  it('runs a compiled machine over a stream of 8 keys, and rewinds it', async () => {
    const stream = await createStreamMachine(1);
    expect(stream.machine.step().keys).toBe(8);
    stream.rewind();
    stream.run(30);
    const first = stream.machine.planeBytes();
    stream.run(5);
    expect(stream.machine.planeBytes()).not.toEqual(first);
    stream.rewind();
    stream.run(30);
    expect(stream.machine.planeBytes()).toEqual(first);
  });

  it('measures every length in every repetition', async () => {
    const sizes = { lengths: [5, 10], repetitions: 2, leastSteps: 20 };
    const { times } = await measureScaling(sizes, 1, () => {});
    expect(times.map((time) => time.length)).toEqual([2, 2]);
    for (const ns of times.flat()) expect(ns).toBeGreaterThanOrEqual(0);
  });
});
