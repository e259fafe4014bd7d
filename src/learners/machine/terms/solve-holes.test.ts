import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { learnRule } from './learn-rule.ts';
import type { Cell } from './rule.ts';

interface Drawn {
  readonly cells: readonly Cell[];
  readonly answer: Cell;
}

const many = (count: number, draw: () => number): number[] => Array.from({ length: count }, draw);

/** Rules with constants that no search meets by trying, beside columns that say nothing. */
const tables: readonly (readonly [string, readonly string[], (rng: Rng) => Drawn])[] = [
  [
    'brackets of rates, rounded down, beside two columns of noise',
    ['wage', 'year', 'shoe'],
    (rng) => {
      const wage = rng.int(100, 60_000);
      const tax = wage < 9000 ? 0 : wage < 30_000 ? Math.floor((wage * 15) / 100) - 1350 : Math.floor((wage * 3) / 8);
      return { cells: [wage, rng.int(1950, 2010), rng.int(36, 47)], answer: tax };
    },
  ],
  [
    'a weighed sum of two columns against a threshold, beside noise',
    ['mass', 'speed', 'age'],
    (rng) => {
      const [mass, speed] = [rng.int(1, 60), rng.int(1, 90)];
      return { cells: [mass, speed, rng.int(1, 80)], answer: 3 * mass + 2 * speed > 170 ? 'stop' : 'go' };
    },
  ],
  [
    'a ratio of two columns, beside noise',
    ['part', 'whole', 'week'],
    (rng) => {
      const [part, whole] = [rng.int(0, 400), rng.int(1, 900)];
      return { cells: [part, whole, rng.int(1, 52)], answer: 16 * part > 7 * whole ? 'much' : 'little' };
    },
  ],
  [
    'a sum of the items below a large threshold',
    ['shop', 'prices'],
    (rng) => {
      const prices = many(rng.int(1, 8), () => rng.int(1, 400));
      return { cells: [rng.int(1, 9), prices], answer: prices.reduce((sum, x) => sum + (x < 230 ? x : 0), 12) };
    },
  ],
  [
    'a check digit over columns, modulo 11',
    ['a', 'b', 'c', 'd'],
    (rng) => {
      const cells = many(4, () => rng.below(10));
      return { cells, answer: cells.reduce((sum, x, i) => sum + (5 - i) * x, 0) % 11 };
    },
  ],
  [
    'a sum over two lists that go together',
    ['hours', 'rates'],
    (rng) => {
      const hours = many(rng.int(1, 6), () => rng.int(0, 40));
      const rates = hours.map(() => rng.int(10, 60));
      return { cells: [hours, rates], answer: hours.reduce((sum, x, i) => sum + x * rates[i]!, 0) };
    },
  ],
  [
    'weights by place, modulo 10',
    ['digits'],
    (rng) => {
      const digits = many(6, () => rng.below(10));
      return { cells: [digits], answer: digits.reduce((sum, x, i) => sum + [7, 3, 9][i % 3]! * x, 0) % 10 };
    },
  ],
];

describe('holes are solved from the rows', () => {
  it.each(tables)('%s', (name, columns, draw) => {
    const rng = createRng(`solve/${name}`);
    const rows = Array.from({ length: 300 }, () => draw(rng));
    const learnt = learnRule({
      columns,
      rows: rows.map(({ cells }) => cells),
      answer: rows.map(({ answer }) => answer),
      effort: 6_000_000,
      rng: createRng(`solve/${name}/search`),
    });
    const fresh = Array.from({ length: 200 }, () => draw(rng));
    const right = fresh.filter(
      ({ cells, answer }) => JSON.stringify(learnt.predict(cells)) === JSON.stringify(answer),
    ).length;
    expect(right / fresh.length, learnt.describe).toBeGreaterThanOrEqual(0.97);
  });
});
