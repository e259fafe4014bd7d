import { expect, it } from 'vitest';
import type { Term } from '#learners/machine/terms';
import type { TableColumn } from '../table.ts';
import { sayRule } from './say-rule.ts';

const number = (name: string, scale = 1, values?: number[]): TableColumn => ({
  name,
  kind: 'number',
  scale,
  says: '',
  missing: 0,
  ...(values && { values }),
});
const columns = [number('age'), number('risk'), number('price', 100), number('tax', 1, [1, 2, 3])];
const answer = number('answer', 100);
const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, ...args: readonly Term[]): Term => ({ is: 'call', name, args });
const at = (name: string): Term => ({ is: 'column', name });
const choice = (when: Term, gives: Term, otherwise: Term): Term => ({
  is: 'choice',
  cases: [{ when, gives }],
  otherwise,
});
const said = (term: Term): readonly string[] =>
  sayRule({ columns: [], answer: { type: 'word' }, term }, columns, answer);

it('says thresholds with the constant on the right, constants folded', () => {
  const test = call('less', call('add', word(4), word(6)), call('divide', at('age'), word(6)));
  expect(said(choice(test, word(100), word(250)))).toEqual(['if age ≥ 66: 1', 'otherwise: 2.5']);
  expect(said(choice(call('not', call('less', at('risk'), word(4))), word(100), word(0)))[0]).toBe('if risk ≥ 4: 1');
  expect(said(choice(call('less', at('price'), word(999)), word(100), word(0)))[0]).toBe('if price < 9.99: 1');
});

it('says shares as factors, in the units of the answer', () => {
  expect(said(call('divide', call('multiply', at('price'), word(107)), word(100)))).toEqual([
    'price × 1.07, rounded down to 0.01',
  ]);
  expect(said(call('multiply', at('age'), word(120)))).toEqual(['age × 1.2']);
});

it('says cases by a column of few values as a table', () => {
  const inner = choice(call('less', at('tax'), word(3)), word(200), word(300));
  expect(said(choice(call('less', at('tax'), word(2)), word(100), inner))).toEqual([
    'tax 1 → 1',
    'tax 2 → 2',
    'tax 3 → 3',
    'tax below 1 → 1',
    'tax above 3 → 3',
  ]);
});

it('lifts a case that holds on both sides of another, and leaves out what the next covers', () => {
  const old = call('and', call('less', word(64), at('age')), call('less', word(3), at('risk')));
  const cheap = call('less', at('price'), word(500));
  const tree = choice(cheap, choice(old, word(300), word(200)), choice(old, word(300), word(100)));
  expect(said(tree)).toEqual(['if age ≥ 65 and risk ≥ 4: 3', 'if price < 5: 2', 'otherwise: 1']);
  expect(said(choice(cheap, choice(old, word(200), word(200)), word(100)))).toEqual([
    'if price < 5: 2',
    'otherwise: 1',
  ]);
  // Between them stands a case that does not ask for `cheap`: nothing may be lifted over it.
  const kept = choice(
    call('and', cheap, old),
    word(300),
    choice(call('less', at('age'), word(80)), word(200), choice(old, word(300), word(100))),
  );
  expect(said(kept)).toHaveLength(4);
});

it('names each summand of a sum once, and the tighter of two thresholds', () => {
  const sum = call('add', at('price'), call('add', at('price'), word(500)));
  expect(said(sum)).toEqual(['price × 2 + 5']);
  const pay = call('add', call('multiply', at('tax'), word(-100)), call('multiply', at('age'), word(300)));
  expect(said(pay)).toEqual(['age × 3 − tax']);
  const inner = choice(call('less', at('age'), word(10)), word(0), word(100));
  expect(said(choice(call('less', at('age'), word(40)), inner, word(200)))).toEqual([
    'if age < 10: 0',
    'if age < 40: 1',
    'otherwise: 2',
  ]);
});

it('says an automaton state by state, in the words of its answers', () => {
  const key = call('pair of word and word', { is: 'before' }, { is: 'item' });
  const steps = [
    [1, 1],
    [2, 0],
    [256 + 1, 0],
    [256 + 2, 1],
  ] as const;
  const body: Term = { is: 'table', of: key, entries: steps, otherwise: 0 };
  const walk: Term = { is: 'each', name: 'scan', list: at('events'), body, start: word(0) };
  const entries = [
    [0, 500],
    [1, 700],
  ] as const;
  expect(said({ is: 'table', of: call('last', walk), entries, otherwise: 0 })).toEqual([
    'what a state gives that is kept along events, at first "5"',
    'in "5": 1 → "7"',
    'in "7": 1 → "5"',
    'any other item leaves it as it is; one that no row had leads to "5"',
  ]);
});
