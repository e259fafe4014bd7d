import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { learnRule } from './learn-rule.ts';
import { applyRule, type Cell, type Rule } from './rule.ts';

const EFFORT = 3_000_000;

function lists(pairs: readonly (readonly [number[], number[]])[], effort = EFFORT): ReturnType<typeof learnRule> {
  return learnRule({
    columns: [{ name: 'x', type: 'list' }],
    rows: pairs.map(([input]) => [input]),
    answer: pairs.map(([, output]) => output),
    answerSpec: { type: 'list' },
    effort,
    rng: createRng('terms/test'),
  });
}

/** Examples of a rule over lists, drawn from a stream. */
function examples(path: string, count: number, rule: (x: number[]) => number[]): [number[], number[]][] {
  const rng = createRng(path);
  return Array.from({ length: count }, () => {
    const x = Array.from({ length: rng.int(3, 8) }, () => rng.below(10));
    return [x, rule(x)];
  });
}

describe('rules over lists', () => {
  it.each<[string, (x: number[]) => number[]]>([
    ['exchange two items', (x) => x.with(0, x[2]!).with(2, x[0]!)],
    ['add to each its place', (x) => x.map((item, i) => item + i + 1)],
    ['keep what is larger than the first', (x) => x.filter((item) => item > x[0]!)],
    ['frame by constants', (x) => [7, 1, ...x, 4]],
    ['each item as often as it says', (x) => x.flatMap((item) => new Array<number>(item).fill(item))],
    ['choose by length', (x) => (x.length > 5 ? x.slice(1) : [...x, 3])],
    ['the sum alone', (x) => [x.reduce((a, b) => a + b, 0)]],
  ])('learns to %s', (name, rule) => {
    const learnt = lists(examples(`terms/${name}`, 12, rule), 4_000_000);
    expect(learnt.errors).toEqual([]);
    for (const [input, output] of examples(`terms/${name}/rest`, 20, rule))
      expect(learnt.predict([input])).toEqual(output);
  });

  it('property: a stored rule says and gives the same, learning is deterministic, and effort is kept', () => {
    const list = fc.array(fc.nat(9), { maxLength: 6 });
    const pairs = fc.array(fc.tuple(list, list), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pairs, list, fc.integer({ min: 20_000, max: 400_000 }), (given, asked, effort) => {
        const learnt = lists(given, effort);
        const again = lists(given, effort);
        expect(again.rule).toEqual(learnt.rule);
        expect(again.effort).toBe(learnt.effort);
        const stored = JSON.parse(JSON.stringify(learnt.rule)) as Rule;
        expect(applyRule(stored, [asked])).toEqual(learnt.predict([asked]));
        expect(learnt.errors).toEqual(
          given.flatMap(([input, output], i) =>
            JSON.stringify(applyRule(stored, [input])) === JSON.stringify(output) ? [] : [i],
          ),
        );
        expect(learnt.effort).toBeLessThanOrEqual(1.2 * effort + 20_000);
      }),
      { numRuns: 25 },
    );
  });
});

function table(rows: Cell[][], answer: Cell[], columns: string[]): ReturnType<typeof learnRule> {
  return learnRule({ columns, rows, answer, effort: 20_000_000, rng: createRng('terms/table') });
}

describe('rules over tables', () => {
  it('finds thresholds and tells them', () => {
    const rng = createRng('terms/triage');
    const rows = Array.from({ length: 200 }, () => [rng.int(0, 9), rng.int(0, 9), rng.int(0, 9)]);
    const learnt = table(
      rows,
      rows.map(([age, risk]) => (age! >= 6 && risk! > 3 ? 'C' : 'A')),
      ['age', 'risk', 'day'],
    );
    expect(learnt.errors).toEqual([]);
    expect(learnt.predict([6, 4, 0])).toBe('C');
    expect(learnt.predict([5, 9, 9])).toBe('A');
    expect(learnt.predict([9, 3, 1])).toBe('A');
    expect(learnt.describe).not.toContain('day');
  });

  it('takes wrong labels for errors, not for cases', () => {
    const rng = createRng('terms/noise');
    const rows = Array.from({ length: 200 }, () => [rng.int(1, 5), rng.int(1, 5), rng.int(1, 5)]);
    const answer = rows.map(([a, b], i) => (a === b) !== (i % 20 === 0));
    const learnt = table(rows, answer, ['a', 'b', 'c']);
    expect(learnt.errors).toEqual(rows.flatMap((_, i) => (i % 20 === 0 ? [i] : [])));
  });

  it('takes a table apart into its concepts where some labels are wrong', () => {
    const rng = createRng('terms/hierarchy');
    const domains = [4, 4, 3, 3, 3, 2, 4].map((count) => Array.from({ length: count }, (_, k) => `v${k}`));
    const place = (row: readonly string[], k: number): number => domains[k]!.indexOf(row[k]!);
    const says = (row: readonly string[]): string => {
      const need = Math.min(2, Math.floor((place(row, 0) + place(row, 1)) / 2));
      const room = place(row, 2) === 0 ? 0 : place(row, 3) + place(row, 5) > 1 ? 2 : 1;
      const total = need + room + (place(row, 4) === 2 ? 1 : 0);
      return place(row, 6) === 3 ? 'no' : total >= 3 ? 'high' : total === 2 ? 'middle' : 'low';
    };
    const rows = Array.from({ length: 1200 }, () => domains.map((values) => rng.pick(values)));
    const truth = rows.map(says);
    const wrong = truth.map(() => rng.chance(0.05));
    const answer = truth.map((label, i) =>
      wrong[i] ? rng.pick(['no', 'high', 'middle', 'low'].filter((other) => other !== label)) : label,
    );
    const learnt = learnRule({ columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], rows, answer, effort: 100_000_000, rng });
    expect(learnt.errors).toEqual(wrong.flatMap((isWrong, i) => (isWrong ? [i] : [])));
    expect(rows.map((row) => learnt.predict(row))).toEqual(truth);
  });
});

describe('rules over vectors of 64 bits', () => {
  it('agrees with whole numbers', () => {
    const rng = createRng('terms/bits');
    const mask = (1n << 64n) - 1n;
    const word = (): bigint => (BigInt(rng.uint32()) << 32n) | BigInt(rng.uint32());
    const text = (value: bigint): string => value.toString(16).padStart(16, '0');
    const rule = (x: bigint): bigint => ((x ^ (x >> 4n)) + ((x << 1n) & mask)) & mask;
    const inputs = Array.from({ length: 20 }, word);
    const learnt = learnRule({
      columns: [{ name: 'x', type: 'bits' }],
      rows: inputs.map((x) => [text(x)]),
      answer: inputs.map((x) => text(rule(x))),
      answerSpec: { type: 'bits' },
      effort: 20_000_000,
      rng: createRng('terms/bits/learn'),
    });
    expect(learnt.errors).toEqual([]);
    for (let k = 0; k < 20; k += 1) {
      const x = word();
      expect(learnt.predict([text(x)])).toBe(text(rule(x)));
    }
  });
});

describe('holes that are solved from the rows', () => {
  const draw = createRng('terms/holes');
  const zones = ['north', 'south', 'east', 'west'];
  const price = [12, 7, 9, 15];
  const listRow = (): Cell[] => [Array.from({ length: draw.int(1, 8) }, () => draw.below(20))];
  const items = (row: readonly Cell[]): readonly number[] => row[0] as readonly number[];

  it.each<[string, string[], () => Cell[], (row: readonly Cell[]) => Cell]>([
    [
      'a price by zone and by weight',
      ['zone', 'weight'],
      () => [draw.pick(zones), draw.int(1, 30)],
      ([zone, weight]) => price[zones.indexOf(String(zone))]! + 3 * Number(weight),
    ],
    [
      'a factor by class',
      ['tax', 'net'],
      () => [draw.pick(['a', 'b', 'c']), draw.int(1, 90)],
      ([tax, net]) => Number(net) * { a: 1, b: 4, c: 6 }[tax as 'a' | 'b' | 'c'],
    ],
    [
      'a share, rounded down',
      ['member', 'amount'],
      () => [draw.pick(['gold', 'none']), draw.int(1, 400)],
      ([member, amount]) => (member === 'gold' ? Math.floor((Number(amount) * 85) / 100) : Number(amount)),
    ],
    [
      'the sum of the even items',
      ['x'],
      listRow,
      (row) => items(row).reduce((sum, x) => sum + (x % 2 === 0 ? x : 0), 0),
    ],
    [
      'items added and taken away by turns',
      ['x'],
      listRow,
      (row) => items(row).reduce((sum, x, i) => (i % 2 === 0 ? sum + x : sum - x), 0),
    ],
    [
      'thresholds on a sum',
      ['score', 'bonus'],
      () => [draw.below(100), draw.below(12)],
      ([score, bonus]) =>
        ['D', 'C', 'B', 'A'][[50, 75, 90].filter((cut) => Number(score) + Number(bonus) >= cut).length]!,
    ],
    [
      'a divisor that matters only beside another',
      ['day'],
      () => [draw.chance(0.5) ? 28 * draw.int(1, 30) : draw.int(1, 800)],
      ([day]) => (Number(day) % 28 === 0 ? 'rest' : Number(day) % 7 === 0 ? 'walk' : 'run'),
    ],
    [
      'an exception before what it is an exception from',
      ['age', 'risk', 'arrival'],
      () => [draw.int(18, 90), draw.int(0, 5), draw.pick(['walk', 'ambulance'])],
      ([age, risk, arrival]) => (Number(age) >= 65 && Number(risk) >= 4 ? 'C' : arrival === 'walk' ? 'A' : 'B'),
    ],
  ])('%s', (_, columns, row, rule) => {
    const rows = Array.from({ length: 150 }, row);
    const fresh = Array.from({ length: 100 }, row);
    const learnt = table(rows, rows.map(rule), columns);
    expect(learnt.errors).toEqual([]);
    const wrong = fresh.filter((one) => learnt.predict(one) !== rule(one));
    expect(wrong.length, learnt.describe).toBeLessThanOrEqual(3);
  });
});
