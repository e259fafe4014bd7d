import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberCounts } from './number-counts.ts';
import { WittenBell } from './witten-bell.ts';

it('interpolates by how often something new came', () => {
  const model = new WittenBell(1, 4);
  for (const symbol of [1, 2, 1, 3]) {
    model.learn(symbol);
    model.take(symbol);
  }
  // After 3 nothing is known of order 1; order 0 saw 1 twice, 2 and 3 once: (2 + 3·¼) / (4 + 3).
  expect(model.chances(1)[1]).toBeCloseTo(2.75 / 7, 12);
  model.take(1);
  // After 1 came 2 and 3, once each: (1 + 2·p₀(2)) / (2 + 2), with p₀(2) = 1.75 / 7.
  expect(model.chances(2)).toEqual([expect.closeTo(0.25, 12), expect.closeTo(1.5 / 4, 12)]);
});

it('property: chances sum to one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 200 }), (symbols) => {
      const model = new WittenBell(3, 6);
      for (const symbol of symbols) {
        model.learn(symbol);
        model.take(symbol);
      }
      for (let k = 0; k <= 3; k += 1) {
        const sum = [0, 1, 2, 3, 4, 5].reduce((all, symbol) => all + model.chances(symbol)[k]!, 0);
        expect(sum).toBeCloseTo(1, 9);
      }
    }),
  );
});

it('property: counts agree with a map', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(40), fc.integer({ min: 2 ** 40, max: 2 ** 40 + 20 })), { maxLength: 3000 }),
      (keys) => {
        const counts = new NumberCounts();
        const model = new Map<number, number>();
        for (const key of keys) {
          model.set(key, (model.get(key) ?? 0) + 1);
          counts.add(key);
        }
        expect(new Map(counts.entries())).toEqual(model);
      },
    ),
    { numRuns: 20 },
  );
});
