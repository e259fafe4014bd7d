import { createRng, type Rng } from '#foundation/kernel';
import { applyRuleToRows, type Cell, type Rule } from '#learners/machine/terms';
import { sameCell } from '../judge-rule.ts';
import { thinkUpRows } from '../rivals.ts';
import type { Table } from '../table.ts';
import type { RuleCircuit } from './rule-circuit.ts';
import { wordsOfRule } from './rule-code.ts';

/** Rows on which an export is compared with the rule. */
export interface TestRows {
  readonly rows: readonly (readonly Cell[])[];
  /** What the rule says. */
  readonly said: readonly Cell[];
  /** In words: which rows these are. */
  readonly says: string;
}

const MOST_RANDOM = 2000;
/** Up to so many bits of input, a circuit is compared on all of them. */
const ALL_BITS = 16;

/** Every row of the table, and rows thought up. */
export function rowsToTest(rule: Rule, table: Table, seed: number): TestRows {
  const rows = [
    ...table.rows.map(({ cells }) => cells),
    ...thinkUpRows(table, createRng(`learn/${seed}/export`), MOST_RANDOM),
  ];
  return {
    rows,
    said: applyRuleToRows(rule, rows),
    says: `every row of the table (${table.rows.length}) and ${MOST_RANDOM} random rows`,
  };
}

/** All inputs of a circuit where they are few, else every row of the table and random inputs within its widths. */
export function inputsToTest(
  rule: Rule,
  table: Table,
  { inputs }: RuleCircuit,
  seed: number,
): TestRows & { readonly isAll: boolean } {
  const bits = inputs.reduce((sum, { width }) => sum + width, 0);
  const words = wordsOfRule(rule);
  const isAll = bits <= ALL_BITS;
  const rng = createRng(`learn/${seed}/export`);
  const drawn = isAll
    ? Array.from({ length: 2 ** bits }, (_, code) => splitBits(code, inputs))
    : Array.from({ length: MOST_RANDOM }, () => inputs.map(({ low, high }) => rng.int(low, high)));
  const known = drawn.filter((values) =>
    inputs.every(({ column }, k) => column.kind !== 'word' || values[k]! < words.length),
  );
  const made = known.map((values) => rowOf(values, table, { inputs, words, rng }));
  const rows = [...made, ...(isAll ? [] : table.rows.map(({ cells }) => cells))];
  const says = isAll
    ? `all ${rows.length} inputs`
    : `every row of the table (${table.rows.length}) and ${made.length} random inputs`;
  return { rows, said: applyRuleToRows(rule, rows), says, isAll };
}

type Inputs = RuleCircuit['inputs'];

function splitBits(code: number, inputs: Inputs): number[] {
  let left = code;
  return inputs.map(({ width, low }) => {
    const value = left % 2 ** width;
    left = Math.floor(left / 2 ** width);
    return low < 0 && value >= 2 ** (width - 1) ? value - 2 ** width : value;
  });
}

function rowOf(
  values: readonly number[],
  { columns, rows }: Table,
  { inputs, words, rng }: { readonly inputs: Inputs; readonly words: readonly string[]; readonly rng: Rng },
): Cell[] {
  const given = new Map(inputs.map(({ column }, k) => [column.name, values[k]!]));
  return columns.map(({ name, kind }, k) => {
    const value = given.get(name);
    if (value === undefined) return rng.pick(rows).cells[k]!;
    return kind === 'word' ? words[value]! : kind === 'flag' ? value === 1 : value;
  });
}

/** The numbers that a circuit takes for a row. */
export function inputNumbers(
  row: readonly Cell[],
  { columns }: Table,
  inputs: Inputs,
  words: readonly string[],
): number[] {
  return inputs.map(({ column }) => {
    const cell = row[columns.findIndex(({ name }) => name === column.name)]!;
    return typeof cell === 'string' ? words.indexOf(cell) : Number(cell);
  });
}

/** The first row on which something says other than the rule. */
export function firstDifference(
  { rows, said }: TestRows,
  says: (row: readonly Cell[], i: number) => Cell,
): readonly Cell[] | undefined {
  return rows.find((row, i) => !sameCell(says(row, i), said[i]!));
}
