import { Fault } from '#foundation/kernel';
import { type Column, listAt, packLists, type Type } from './column.ts';
import { bitsColumn, type Environment, environmentOf, evaluateTerm } from './evaluate-term.ts';
import type { Abstraction } from './grammar.ts';
import type { Term } from './term.ts';

/** A value of a table as people write it. Vectors of 64 bits are text: sixteen hexadecimal digits. */
export type Cell = number | boolean | string | readonly number[];

/** A column of a table: its name, what it is taken for, and the names of its symbols. */
export interface ColumnSpec {
  readonly name: string;
  readonly type: Type;
  /** The texts that the codes 0, 1, … of a symbol column stand for. */
  readonly symbols?: readonly string[];
}

/** A learnt rule: plain data. */
export interface Rule {
  readonly columns: readonly ColumnSpec[];
  readonly answer: Omit<ColumnSpec, 'name'>;
  readonly term: Term;
  readonly abstractions?: readonly Abstraction[];
}

/** Cells of one column, packed. A symbol that was never seen is none of the known. */
export function packCells(spec: Omit<ColumnSpec, 'name'>, cells: readonly (Cell | undefined)[]): Column {
  const n = cells.length;
  switch (spec.type) {
    case 'word':
      return Int32Array.from(cells, (cell) => Number(cell));
    case 'flag':
      return Int32Array.from(cells, (cell) => (cell === true || cell === 1 ? 1 : 0));
    case 'symbol':
      return Int32Array.from(cells, (cell) => spec.symbols?.indexOf(String(cell)) ?? -1);
    case 'list':
      return packLists(cells.map((cell) => (Array.isArray(cell) ? cell : [])));
    case 'bits': {
      const column = new Int32Array(2 * n);
      cells.forEach((cell, i) => column.set(bitsColumn(String(cell), 1), 2 * i));
      return column;
    }
  }
}

/** The cell that a row of a column says. */
function cellAt(spec: Omit<ColumnSpec, 'name'>, column: Column, row: number): Cell {
  switch (spec.type) {
    case 'word':
      return column[row]!;
    case 'flag':
      return column[row] === 1;
    case 'symbol':
      return spec.symbols?.[column[row]!] ?? '';
    case 'list':
      return listAt(column, row);
    case 'bits':
      return [column[2 * row + 1]!, column[2 * row]!]
        .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
        .join('');
  }
}

/** What a row is worth by a rule. */
export function applyRule(rule: Rule, row: readonly Cell[]): Cell {
  return applyRuleToRows(rule, [row])[0]!;
}

export function applyRuleToRows(rule: Rule, rows: readonly (readonly Cell[])[]): Cell[] {
  const column = evaluateTerm(rule.term, ruleEnvironment(rule, rows));
  return rows.map((_, i) => cellAt(rule.answer, column, i));
}

export function ruleEnvironment(rule: Omit<Rule, 'term'>, rows: readonly (readonly Cell[])[]): Environment {
  const columns = new Map<string, { type: Type; column: Column }>();
  rule.columns.forEach((spec, k) => {
    const cells = rows.map((row) => row[k]);
    if (cells.some((cell) => cell === undefined)) throw new Fault('contracts/invalid', `a row has no ${spec.name}`);
    columns.set(spec.name, { type: spec.type, column: packCells(spec, cells) });
  });
  return environmentOf(rows.length, columns, rule.abstractions);
}

/** What cells are taken for: lists, flags, whole numbers, or symbols. */
export function specOf(name: string, cells: readonly Cell[]): ColumnSpec {
  if (cells.every((cell) => Array.isArray(cell))) return { name, type: 'list' };
  if (cells.every((cell) => typeof cell === 'boolean')) return { name, type: 'flag' };
  if (cells.every((cell) => typeof cell === 'number' && Number.isInteger(cell))) return { name, type: 'word' };
  return { name, type: 'symbol', symbols: [...new Set(cells.map(String))].sort() };
}
