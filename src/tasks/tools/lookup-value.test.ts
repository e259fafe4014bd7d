import { expect, it } from 'vitest';
import { lookupPlan } from './lookup-value.ts';

/** Best play on one row read again and again, by the posterior over every possible value after every sequence of readings. */
function bestRereading(V: number, noise: number, cost: number, calls: number): number {
  const values = Array.from({ length: V }, (_, i) => i);
  const go = (read: readonly number[]): number => {
    const chances = values.map((truth) =>
      read.reduce((product, value) => product * (value === truth ? 1 - noise : noise / (V - 1)), 1 / V),
    );
    const stop = Math.max(...chances);
    if (read.length === calls) return stop;
    const spent = cost * chances.reduce((sum, chance) => sum + chance, 0);
    return Math.max(stop, -spent + values.reduce((sum, value) => sum + go([...read, value]), 0));
  };
  return go([]);
}

it.each([
  [2, 0.2, 0.05, 6],
  [2, 0.4, 0.02, 7],
  [3, 0.3, 0.03, 5],
  [4, 0.45, 0.01, 5],
  [3, 0.1, 0.3, 4],
])(
  'rereading a noisy row is worth what all sequences of readings say: V=%d noise=%d cost=%d calls=%d',
  (V, noise, cost, calls) => {
    const plan = lookupPlan({
      query: 'get',
      complexity: 1,
      n_values: V,
      noise_rate: noise,
      noise_kind: 'call',
      missing_rate: 0,
      call_cost: cost,
      call_budget: calls,
    });
    expect(plan.value).toBeCloseTo(bestRereading(V, noise, cost, calls), 9);
  },
);
