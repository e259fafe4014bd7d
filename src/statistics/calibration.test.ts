import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brierScore, expectedCalibrationError } from './calibration.ts';

const forecasts = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { minLength: 1 });

describe('expectedCalibrationError', () => {
  it('gives the sum worked by hand', () => {
    // (0.2, 0.4]: two at 0.3, one right: |0.5 − 0.3| · 2/5.  (0.8, 1]: three at 0.9, all right: 0.1 · 3/5.
    const confidences = [0.3, 0.3, 0.9, 0.9, 0.9];
    const outcomes = [true, false, true, true, true];
    expect(expectedCalibrationError(confidences, outcomes, 5)).toBeCloseTo(0.08 + 0.06, 15);
  });

  it('puts an edge into the bin below it and the next number into the bin above, for every edge of every number of bins up to 120', () => {
    for (let bins = 2; bins <= 120; bins += 1) {
      for (let edge = 1; edge < bins; edge += 1) {
        const at = edge / bins;
        const below = at - 0.5 / bins;
        const above = at + 0.5 / bins;
        // Opposite errors cancel inside one bin and add up across two.
        const same = expectedCalibrationError([at, below], [true, false], bins);
        const apart = expectedCalibrationError([at, above], [true, false], bins);
        const next = expectedCalibrationError([at * (1 + Number.EPSILON), below], [true, false], bins);
        expect(next).toBeCloseTo((1 - at + below) / 2, 12);
        expect(same).toBeCloseTo(Math.abs(1 - at - below) / 2, 12);
        expect(apart).toBeCloseTo((1 - at + above) / 2, 12);
      }
    }
  });

  it('puts 0 into the first bin and 1 into the last', () => {
    expect(expectedCalibrationError([0, 0.05], [false, true], 10)).toBeCloseTo(0.475, 15);
    expect(expectedCalibrationError([1, 0.95], [true, false], 10)).toBeCloseTo(0.475, 15);
  });

  it('property: lies between the overall gap (one bin) and the mean gap, whatever the bins', () => {
    fc.assert(
      fc.property(forecasts, fc.integer({ min: 1, max: 30 }), (pairs, bins) => {
        const confidences = pairs.map(([confidence]) => confidence);
        const outcomes = pairs.map(([, outcome]) => outcome);
        const found = expectedCalibrationError(confidences, outcomes, bins);
        const gaps = confidences.map((confidence, i) => Math.abs(Number(outcomes[i]) - confidence));
        expect(found).toBeGreaterThanOrEqual(expectedCalibrationError(confidences, outcomes, 1) - 1e-12);
        expect(found).toBeLessThanOrEqual(gaps.reduce((a, b) => a + b, 0) / gaps.length + 1e-12);
      }),
    );
  });
});

describe('brierScore', () => {
  it('is the mean squared gap', () => {
    expect(brierScore([0.9, 0.2, 0.5], [true, true, false])).toBeCloseTo((0.01 + 0.64 + 0.25) / 3, 15);
    expect(brierScore([1, 0], [true, false])).toBe(0);
    expect(brierScore([1, 0], [false, true])).toBe(1);
  });
});

it('both refuse empty, unpaired and impossible confidences', () => {
  for (const score of [expectedCalibrationError, brierScore]) {
    const sample = expect.objectContaining({ code: 'kernel/bad-sample' });
    expect(() => score([], [])).toThrow(sample);
    expect(() => score([0.5], [])).toThrow(sample);
    expect(() => score([NaN], [true])).toThrow(sample);
    expect(() => score([1.2], [true])).toThrow('1.2');
  }
  expect(() => expectedCalibrationError([0.5], [true], 0)).toThrow('bins is 0');
});
