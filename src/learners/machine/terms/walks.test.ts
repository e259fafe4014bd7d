import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { learnRule } from './learn-rule.ts';
import type { Cell } from './rule.ts';

const EFFORT = 24_000_000;

/** Lists of items below a bound, drawn from a stream. */
function drawn(path: string, count: number, below: number): number[][] {
  const rng = createRng(path);
  return Array.from({ length: count }, () => Array.from({ length: rng.int(0, 9) }, () => rng.below(below)));
}

function learnt(name: string, below: number, rule: (items: number[]) => Cell): ReturnType<typeof learnRule> {
  const rows = drawn(`walks/${name}`, 200, below);
  return learnRule({
    columns: [{ name: 'x', type: 'list' }],
    rows: rows.map((row) => [row]),
    answer: rows.map(rule),
    effort: EFFORT,
    rng: createRng('walks/learn'),
  });
}

/** What an automaton says after reading items one by one. */
function after<State>(start: State, step: (state: State, item: number) => State) {
  return (items: number[]): State => items.reduce(step, start);
}

const stateOf: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  new: { 1: 'paid', 0: 'cancelled' },
  paid: { 2: 'sent', 0: 'cancelled' },
  sent: { 3: 'done' },
};

describe('what is held along a list', () => {
  it.each<[string, number, (items: number[]) => Cell]>([
    ['a balance that stays within bounds', 10, after(0, (held, item) => Math.min(10, Math.max(0, held + item - 4)))],
    ['the longest run of ones', 2, (items) => Math.max(0, ...items.map((_, i) => runOf(items, i)))],
    ['a number from its digits', 4, after(0, (held, item) => 10 * held + item)],
    [
      'a switch that ones turn and twos put out',
      3,
      after(0, (on, item) => (item === 1 ? 1 - on : item === 2 ? 0 : on)),
    ],
    ['the state of an order', 4, after('new', (state, item) => stateOf[state]?.[item] ?? state)],
    ['the running sum of each', 6, (items) => items.map((_, i) => items.slice(0, i + 1).reduce((a, b) => a + b, 0))],
  ])('is learnt: %s', (name, below, rule) => {
    const found = learnt(name, below, rule);
    expect(found.errors).toEqual([]);
    const wrong = drawn(`walks/${name}/rest`, 100, below).filter(
      (items) => JSON.stringify(found.predict([items])) !== JSON.stringify(rule(items)),
    );
    expect(wrong.length).toBeLessThanOrEqual(2);
  });
});

/** Ones in a row that end at a place. */
function runOf(items: readonly number[], end: number): number {
  let length = 0;
  while (end - length >= 0 && items[end - length] === 1) length += 1;
  return length;
}

describe('sums with wrong answers among them', () => {
  const prices: Readonly<Record<string, number>> = { north: 12, south: 30, east: 7 };
  it.each<[string, (rng: Rng) => readonly [Cell[], number], string[]]>([
    ['two columns', (rng) => [[rng.below(100), rng.below(100)], 0], ['a', 'b']],
    ['a table and a column', (rng) => [[rng.pick(Object.keys(prices)), rng.below(40)], 1], ['a', 'b']],
  ])('are learnt from %s, and the wrong rows are named', (name, draw, columns) => {
    const rng = createRng(`sums/${name}`);
    const rows = Array.from({ length: 240 }, () => draw(rng));
    const truth = rows.map(([[a, b], kind]) =>
      kind === 0 ? 3 * Number(a) + 7 * Number(b) + 11 : prices[String(a)]! + 3 * Number(b),
    );
    const wrong = truth.flatMap((_, i) => (i % 20 === 7 ? [i] : []));
    const answer = truth.map((value, i) => (wrong.includes(i) ? value + rng.int(1, 99) : value));
    const { errors } = learnRule({ columns, rows: rows.map(([row]) => row), answer, effort: EFFORT, rng });
    expect(errors).toEqual(wrong);
  });
});
