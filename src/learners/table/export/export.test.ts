import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { applyRuleToRows, type Cell, productions, type Rule, type Term } from '#learners/machine/terms';
import { evaluateOnce } from '#logic/circuit/graph';
import { sameCell } from '../judge-rule.ts';
import { specOfColumn, type Table } from '../table.ts';
import { ruleCircuit } from './rule-circuit.ts';
import { ruleScript } from './rule-script.ts';
import { ruleSql } from './rule-sql.ts';

const column = (name: string, kind: 'number' | 'word' | 'flag' | 'list', scale = 1) => ({
  name,
  kind,
  scale,
  says: '',
  missing: 0,
  ...(kind === 'word' && { words: ['no', 'yes'] }),
});
const rows = (cells: readonly Cell[][]) => cells.map((own, i) => ({ number: i + 1, cells: own, answer: 0 }));
const table = {
  columns: [
    column('a', 'number'),
    column('b', 'number'),
    column('w', 'word'),
    column('f', 'flag'),
    column('l', 'list'),
  ],
  answer: column('answer', 'number'),
  rows: rows([
    [-13, 3, 'no', true, [1]],
    [14, 6, 'yes', false, []],
  ]),
  ignored: [],
  leftOut: [],
} as unknown as Table;
const rule = (term: Term): Rule => ({ columns: table.columns.map(specOfColumn), answer: { type: 'word' }, term });

const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, ...args: readonly Term[]): Term => ({ is: 'call', name, args });
const a: Term = { is: 'column', name: 'a' };
const b: Term = { is: 'column', name: 'b' };

const terms: Readonly<Record<string, Term>> = {
  sum: call('add', a, b),
  difference: call('subtract', b, a),
  product: call('multiply', a, call('multiply', b, word(-7))),
  quotient: call('divide', a, word(3)),
  'quotient by a power of two': call('divide', a, word(8)),
  remainder: call('modulo', a, word(5)),
  smaller: call('smaller', a, b),
  larger: call('larger', a, b),
  choice: {
    is: 'choice',
    cases: [
      {
        when: call('and', call('less', word(2), a), call('not', { is: 'column', name: 'f' })),
        gives: call('multiply', b, word(9)),
      },
      { when: call('divides', word(4), a), gives: word(-3) },
      { when: call('same', { is: 'column', name: 'w' }, { is: 'symbol', code: 1, name: 'yes' }), gives: a },
    ],
    otherwise: call('divide', call('add', call('multiply', a, word(107)), word(50)), word(100)),
  },
  table: {
    is: 'table',
    of: b,
    entries: [
      [3, 40],
      [6, -2],
    ],
    otherwise: 11,
  },
  pair: {
    is: 'table',
    of: call('pair of word and symbol', b, { is: 'column', name: 'w' }),
    entries: [[769, 5]],
    otherwise: 0,
  },
};

describe('a rule as gates', () => {
  it.each(Object.entries(terms))('%s says what the rule says on all inputs within its widths', (_, term) => {
    const own = rule(term);
    const { circuit, inputs, width } = ruleCircuit(own, table);
    const cells: Cell[][] = [];
    for (let x = -16; x < 16; x += 1) {
      for (let y = 0; y < 8; y += 1) {
        for (const w of ['no', 'yes']) for (const f of [true, false]) cells.push([x, y, w, f, []]);
      }
    }
    const said = cells.map((row) => {
      const values = inputs.map(({ column: { name } }) => row[table.columns.findIndex((one) => one.name === name)]!);
      const bits = inputs.flatMap(({ width: own }, k) => {
        const value = typeof values[k] === 'string' ? Number(values[k] === 'yes') : Number(values[k]);
        return Array.from({ length: own }, (__, bit) => ((value >> bit) & 1) === 1);
      });
      return evaluateOnce(circuit, bits).reduce(
        (sum, bit, i) => sum + (bit ? (i === width - 1 ? -1 : 1) * 2 ** i : 0),
        0,
      );
    });
    expect(said).toEqual(applyRuleToRows(own, cells));
  });

  it('refuses lists and numbers that a word does not hold', () => {
    const refused = (term: Term) => () => ruleCircuit(rule(term), table);
    expect(refused(call('sum', { is: 'column', name: 'l' }))).toThrow('uses lists');
    const million = call('multiply', a, word(1_000_000));
    expect(refused(call('multiply', million, word(1000)))).toThrow('numbers beyond');
    expect(() => ruleSql(rule(call('length', { is: 'column', name: 'l' })), table)).toThrow('uses lists');
  });
});

describe('a rule as a script', () => {
  const load = async (own: Rule) => {
    const { script } = ruleScript(own, table, []);
    const address = `data:text/javascript,${encodeURIComponent(script)}`;
    return (await import(address)) as { readonly rule: (row: object) => Cell };
  };
  const rng = createRng('test/export');
  const randomRow = (): Cell[] => {
    const list = Array.from({ length: rng.int(0, 6) }, () => rng.int(-3, 4));
    return [rng.int(-4, 6), rng.int(-3, 5), rng.pick(['no', 'yes', 'other']), rng.chance(0.5), list];
  };
  const cells = Array.from({ length: 300 }, randomRow);
  const argument = {
    word: [a, b],
    flag: [{ is: 'column', name: 'f' }],
    symbol: [{ is: 'column', name: 'w' }],
    list: [{ is: 'column', name: 'l' }],
    bits: [],
  } as const;

  it.each(
    productions
      .filter(({ args, result }) => !args.includes('bits') && result !== 'bits')
      .filter(({ name, bits }) => Number.isFinite(bits) || name.startsWith('pair of '))
      .map((one) => [one.name, one] as const),
  )('%s says what the production says', async (name, { args, result }) => {
    const given = args.map((type, i) => argument[type][i % argument[type].length]! as Term);
    const own = { ...rule(call(name, ...given)), answer: { type: result } };
    const { rule: run } = await load(own);
    const asRow = (row: readonly Cell[]) => Object.fromEntries(table.columns.map(({ name: key }, k) => [key, row[k]]));
    const said = cells.map((row) => run(asRow(row)));
    const wanted = applyRuleToRows(own, cells);
    const differs = cells.find((_, i) => !sameCell(said[i]!, wanted[i]!));
    expect(differs).toBeUndefined();
  });

  it.each(Object.entries(terms))('%s says what the rule says', async (_, term) => {
    const { rule: run } = await load(rule(term));
    const asRow = (row: readonly Cell[]) => Object.fromEntries(table.columns.map(({ name: key }, k) => [key, row[k]]));
    expect(cells.map((row) => run(asRow(row)))).toEqual(applyRuleToRows(rule(term), cells));
  });

  it.each(['map', 'filter', 'flatMap', 'sortBy', 'scan'] as const)('%s runs its body on each item', async (name) => {
    const item: Term = { is: 'item' };
    const body = {
      map: call('add', item, { is: 'place' }),
      filter: call('less', item, a),
      flatMap: call('range', word(0), item),
      sortBy: call('multiply', item, b),
      scan: call('add', item, { is: 'before' }),
    }[name];
    const list: Term = { is: 'column', name: 'l' };
    const own: Rule = {
      ...rule({ is: 'each', name, list, body, ...(name === 'scan' && { start: b }) }),
      answer: { type: 'list' },
    };
    const { rule: run } = await load(own);
    const asRow = (row: readonly Cell[]) => Object.fromEntries(table.columns.map(({ name: key }, k) => [key, row[k]]));
    expect(cells.map((row) => run(asRow(row)))).toEqual(applyRuleToRows(own, cells));
  });
});
