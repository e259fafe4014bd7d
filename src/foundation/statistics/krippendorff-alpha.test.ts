import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { krippendorffAlpha, type Measurement } from './krippendorff-alpha.ts';

/** One string per rater, one character per unit, a dot where the value is missing. */
function unitsOf(...raters: readonly string[]): (number | null)[][] {
  return Array.from(raters[0]!, (_, unit) =>
    raters.map((rater) => (rater[unit] === '.' ? null : Number.parseInt(rater[unit]!, 36))),
  );
}

const units = fc.array(fc.array(fc.option(fc.integer({ min: 0, max: 4 })), { minLength: 4, maxLength: 4 }), {
  minLength: 2,
  maxLength: 12,
});
const measurements: readonly Measurement[] = ['nominal', 'ordinal', 'interval', 'ratio'];

describe('krippendorffAlpha', () => {
  it('gives the values of Krippendorff 2011: four observers, twelve units, missing values', () => {
    const data = unitsOf('123321412...', '1233224125.3', '.3332342251.', '12332441251.');
    const found = measurements.map((measurement) => krippendorffAlpha(data, measurement)!.toFixed(3));
    expect(found).toEqual(['0.743', '0.815', '0.849', '0.797']);
  });

  it('gives the values of Krippendorff 2011: two observers, binary and nominal data', () => {
    expect(krippendorffAlpha(unitsOf('0100000010', '1110010000'), 'nominal')).toBeCloseTo(0.095, 3);
    expect(krippendorffAlpha(unitsOf('aabbdcccedda', 'babbbccceddd'), 'nominal')).toBeCloseTo(0.692, 3);
  });

  it('is 1 for full agreement, and undefined when nothing varies', () => {
    for (const measurement of measurements) {
      expect(krippendorffAlpha(unitsOf('1234', '1234'), measurement)).toBe(1);
      expect(krippendorffAlpha(unitsOf('2222', '2222'), measurement)).toBeUndefined();
    }
  });

  it('property: agrees with plain averages over pairs of values', () => {
    fc.assert(
      fc.property(units, fc.constantFrom('nominal', 'interval'), (data, measurement) => {
        const rated = data.map((unit) => unit.filter((value) => value !== null)).filter((unit) => unit.length > 1);
        const values = rated.flat();
        fc.pre(new Set(values).size > 1);
        const apart = (a: number, b: number): number => (measurement === 'nominal' ? Number(a !== b) : (a - b) ** 2);
        const meanOverPairs = (xs: readonly number[]): number => {
          let sum = 0;
          for (const [i, a] of xs.entries()) for (const [j, b] of xs.entries()) if (i !== j) sum += apart(a, b);
          return sum / (xs.length * (xs.length - 1));
        };
        const observed = rated.reduce((sum, unit) => sum + unit.length * meanOverPairs(unit), 0) / values.length;
        expect(krippendorffAlpha(data, measurement)).toBeCloseTo(1 - observed / meanOverPairs(values), 10);
      }),
    );
  });

  it('property: ignores the order of raters; ordinal sees order only, interval ignores shift and scale', () => {
    fc.assert(
      fc.property(units, fc.constantFrom(...measurements), (data, measurement) => {
        fc.pre(new Set(data.filter((unit) => unit.filter((v) => v !== null).length > 1).flat()).size > 2);
        const alpha = krippendorffAlpha(data, measurement)!;
        const harmless = {
          nominal: (value: number) => [3, 1, 4, 0, 2][value]!,
          ordinal: (value: number) => 2 ** value,
          interval: (value: number) => 7 - 3 * value,
          ratio: (value: number) => 5 * value,
        }[measurement];
        const mapped = data.map((unit) => unit.map((value) => (value === null ? null : harmless(value))));
        expect(krippendorffAlpha(mapped, measurement)).toBeCloseTo(alpha, 10);
        expect(
          krippendorffAlpha(
            data.map((unit) => unit.toReversed()),
            measurement,
          ),
        ).toBeCloseTo(alpha, 10);
      }),
    );
  });

  it('refuses data without a single pair, and values off the scale', () => {
    const sample = expect.objectContaining({ code: 'kernel/bad-sample' });
    expect(() => krippendorffAlpha([], 'nominal')).toThrow(sample);
    expect(() => krippendorffAlpha([[1], [null, 2]], 'nominal')).toThrow(sample);
    expect(() => krippendorffAlpha([[1, NaN]], 'interval')).toThrow(sample);
    expect(() => krippendorffAlpha([[1, -2]], 'ratio')).toThrow('-2');
  });
});
