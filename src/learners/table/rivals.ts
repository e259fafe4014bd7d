import { createRng, type Rng } from '#foundation/kernel';
import { applyRuleToRows, type Cell, type Rule, type Term } from '#learners/machine/terms';
import { rowsThatDiffer } from './judge-rule.ts';
import type { Table, TableColumn, TableRow } from './table.ts';

/** A rule that contradicts no more rows than the one that was learnt, and says something else somewhere. */
export interface Rival {
  readonly rule: Rule;
  /** The share of thought-up rows on which both say the same. */
  readonly agreement: number;
  /** Rows of the table that it contradicts. */
  readonly contradicts: number;
}

/** A row whose answer would tell most of these rules from each other. */
export interface Question {
  readonly cells: readonly Cell[];
  /** What the rules say, and how many of them. */
  readonly says: readonly { readonly answer: Cell; readonly rules: number }[];
}

const MOST_RIVALS = 12;
const POOL = 1000;

/** Rules that fit as well, and the row to ask about where they disagree. */
export function findRivals(
  rule: Rule,
  others: readonly Rule[],
  table: Table,
  seed: number,
): { readonly rivals: readonly Rival[]; readonly question: Question | undefined } {
  const most = rowsThatDiffer(rule, table.rows).length;
  const pool = thinkUpRows(table, createRng(`learn/${seed}/rows`));
  const own = applyRuleToRows(rule, pool);
  const seen = new Set([own.map(String).join('|')]);
  const rivals: (Rival & { readonly says: readonly Cell[] })[] = [];
  for (const other of [...others, ...neighbours(rule, table)]) {
    if (rivals.length === MOST_RIVALS) break;
    const says = applyRuleToRows(other, pool);
    const key = says.map(String).join('|');
    const contradicts = rowsThatDiffer(other, table.rows).length;
    if (seen.has(key) || contradicts > most) continue;
    seen.add(key);
    const same = says.filter((cell, i) => String(cell) === String(own[i])).length;
    rivals.push({ rule: other, says, agreement: same / pool.length, contradicts });
  }
  const question = mostTelling(pool, [own, ...rivals.map(({ says }) => says)]);
  return { rivals: rivals.map(({ says: _says, ...rival }) => rival), question };
}

/** The row on which the answers are spread most evenly over the rules: the most bits a reply can give. */
function mostTelling(pool: readonly (readonly Cell[])[], says: readonly (readonly Cell[])[]): Question | undefined {
  let best: Question | undefined;
  let most = 0;
  pool.forEach((cells, i) => {
    const counts = new Map<string, { answer: Cell; rules: number }>();
    for (const said of says) {
      const answer = said[i]!;
      const known = counts.get(String(answer)) ?? { answer, rules: 0 };
      counts.set(String(answer), { answer, rules: known.rules + 1 });
    }
    const spread = [...counts.values()].reduce((sum, { rules }) => sum - rules * Math.log2(rules / says.length), 0);
    if (spread <= most + 1e-9) return;
    most = spread;
    best = { cells, says: [...counts.values()] };
  });
  return best;
}

/**
 * Rows that nobody gave but that could be: each cell as some row has it, the lists of a row together, and numbers often one beside it, within
 * what their column has. A column of few numbers keeps to them: there is no month 14.
 */
export function thinkUpRows(
  table: Pick<Table, 'columns' | 'rows'>,
  rng: Rng,
  count = POOL,
): readonly (readonly Cell[])[] {
  const ranges = table.columns.map(({ kind }, k) => (kind === 'number' ? rangeOf(table.rows, k) : undefined));
  return Array.from({ length: count }, () => {
    const together = rng.pick<TableRow>(table.rows);
    return table.columns.map((column, k) => {
      const from = column.kind === 'list' ? together : rng.pick<TableRow>(table.rows);
      return nearCell(column, from.cells[k]!, ranges[k], rng);
    });
  });
}

interface Range {
  readonly least: number;
  readonly most: number;
}

function rangeOf(rows: readonly TableRow[], k: number): Range {
  let [least, most] = [Infinity, -Infinity];
  for (const { cells } of rows) [least, most] = [Math.min(least, Number(cells[k])), Math.max(most, Number(cells[k]))];
  return { least, most };
}

// oxlint-disable-next-line max-params -- the column, a cell of it, its range and chance
function nearCell({ kind, values }: TableColumn, cell: Cell, range: Range | undefined, rng: Rng): Cell {
  if (kind === 'number' && rng.chance(0.3)) {
    const near = Number(cell) + rng.int(-2, 2);
    return range !== undefined && values === undefined && near >= range.least && near <= range.most ? near : cell;
  }
  if (kind === 'list' && Array.isArray(cell) && rng.chance(0.5)) return rng.shuffle([...(cell as readonly number[])]);
  return cell;
}

/** The rule with one of its constants moved: to the next values that the columns have, and by one. */
function neighbours({ term, ...rest }: Rule, table: Table): readonly Rule[] {
  const values = table.columns.flatMap(({ kind }, k) =>
    kind === 'number' ? table.rows.map(({ cells }) => Number(cells[k])) : [],
  );
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const near = (value: number): number[] => {
    const at = sorted.findIndex((one) => one >= value);
    const beside = at < 0 ? [] : [sorted[at - 2], sorted[at - 1], sorted[at], sorted[at + 1], sorted[at + 2]];
    return [...new Set([value - 1, value + 1, ...beside])].filter(
      (one): one is number => one !== undefined && one !== value,
    );
  };
  return variants(term, near).map((moved) => ({ ...rest, term: moved }));
}

/** Every term that differs in one constant. */
function variants(term: Term, near: (value: number) => readonly number[]): Term[] {
  switch (term.is) {
    case 'word':
      return near(term.value).map((value) => ({ is: 'word', value }));
    case 'call':
      return term.args.flatMap((arg, i) =>
        variants(arg, near).map((moved) => ({ ...term, args: term.args.with(i, moved) })),
      );
    case 'choice': {
      const inCases = term.cases.flatMap((one, i) => [
        ...variants(one.when, near).map((when) => ({ ...term, cases: term.cases.with(i, { ...one, when }) })),
        ...variants(one.gives, near).map((gives) => ({ ...term, cases: term.cases.with(i, { ...one, gives }) })),
      ]);
      return [...inCases, ...variants(term.otherwise, near).map((otherwise) => ({ ...term, otherwise }))];
    }
    case 'each':
      return [
        ...variants(term.list, near).map((list) => ({ ...term, list })),
        ...variants(term.body, near).map((body) => ({ ...term, body })),
      ];
    case 'column':
    case 'item':
    case 'place':
    case 'before':
    case 'symbol':
    case 'record':
    case 'list':
    case 'bits':
    case 'table':
      return [];
  }
}
