import type { Cell, Rule, Term } from '#learners/machine/terms';
import { specOfColumn, type Table, type TableRow } from './table.ts';

/** The rule that says the commonest answer of some rows; of equals, the one that comes first in them. */
export function commonestRule(table: Pick<Table, 'columns' | 'answer'>, rows: readonly TableRow[]): Rule {
  const counts = new Map<string, { readonly answer: Cell; readonly count: number }>();
  for (const { answer } of rows) {
    const key = JSON.stringify(answer);
    counts.set(key, { answer, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const { answer } = [...counts.values()].reduce((a, b) => (b.count > a.count ? b : a));
  const { name: _name, ...spec } = specOfColumn(table.answer);
  return { columns: table.columns.map(specOfColumn), answer: spec, term: constantTerm(answer, spec.symbols ?? []) };
}

function constantTerm(answer: Cell, symbols: readonly string[]): Term {
  if (Array.isArray(answer)) return { is: 'list', value: answer as readonly number[] };
  if (typeof answer === 'string') return { is: 'symbol', code: symbols.indexOf(answer), name: answer };
  return { is: 'word', value: Number(answer) };
}
