import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { addRow, noRows, rowsEqual, type RowSet } from './row-set.ts';
import { termOf } from './entry.ts';
import type { Term } from './term.ts';

/** Words whose holes are solved, cheapest first. */
const MOST_WORDS = 300;

/** Constants, offsets, factors and tables that make words right: solved from the rows, not enumerated. */
export function solveHoles(fit: Fitting): void {
  const { type } = fit.goal;
  if (type === 'list') return constantLists(fit);
  if (type === 'flag') return constantWords(fit, [0, 1]);
  if (type === 'symbol') return constantSymbols(fit);
  if (type !== 'word') return;
  constantWords(fit, [...new Set(fit.goal.column)].slice(0, 64));
  shifted(fit);
}

function constantWords(fit: Fitting, values: readonly number[]): void {
  for (const value of values) {
    const rows = noRows(fit.space.n);
    fit.goal.column.forEach((word, i) => {
      if (word === value) addRow(rows, i);
    });
    const bits = fit.goal.type === 'flag' ? 2 : constantBits(value);
    fit.candidates.offer({ bits, rows, isConstant: true, term: () => ({ is: 'word', value }) });
  }
}

function constantSymbols(fit: Fitting): void {
  for (const entry of fit.space.entries('symbol')) {
    if (entry.isOpen) continue;
    const rows = rowsEqual('symbol', entry.column, fit.goal.column, fit.space.n);
    fit.candidates.offer({ bits: entry.bits, rows, isConstant: true, term: () => termOf(entry) });
  }
}

/** goal = word + hole, on as many rows as share the hole. */
function shifted(fit: Fitting): void {
  const { n, meter } = fit.space;
  const { column } = fit.goal;
  const words = fit.space.entries('word').filter(({ isOpen }) => isOpen);
  for (const entry of words.slice(0, MOST_WORDS)) {
    meter.spend(n);
    const byHole = new Map<number, RowSet>();
    for (let i = 0; i < n; i += 1) {
      const hole = column[i]! - entry.column[i]!;
      let rows = byHole.get(hole);
      if (rows === undefined) byHole.set(hole, (rows = noRows(n)));
      addRow(rows, i);
    }
    for (const [hole, rows] of byHole) {
      if (hole === 0) continue;
      const bits = entry.bits + 4 + constantBits(Math.abs(hole));
      fit.candidates.offer({ bits, rows, term: () => plus(termOf(entry), hole) });
    }
  }
}

function plus(term: Term, hole: number): Term {
  const value: Term = { is: 'word', value: Math.abs(hole) };
  return { is: 'call', name: hole < 0 ? 'subtract' : 'add', args: [term, value] };
}

/** Bits of a list that is written out. */
export function listBits(list: readonly number[]): number {
  return list.reduce((bits, item) => bits + constantBits(item) + 1, 4);
}

function constantLists(fit: Fitting): void {
  const byText = new Map<string, { list: readonly number[]; rows: RowSet }>();
  fit.goalLists().forEach((list, i) => {
    const known = byText.get(list.join()) ?? { list, rows: noRows(fit.space.n) };
    addRow(known.rows, i);
    byText.set(list.join(), known);
  });
  for (const { list, rows } of byText.values()) {
    fit.candidates.offer({ bits: listBits(list), rows, term: () => ({ is: 'list', value: list }) });
  }
}
