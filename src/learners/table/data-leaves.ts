import { type Grammar, smallConstants, type Term } from '#learners/machine/terms';
import { type Box, boxesOf } from './data-boxes.ts';
import type { Table } from './table.ts';

type Leaf = NonNullable<Grammar['constants']>[number];

/** Bits of a test or a share that the rows suggest. */
const SUGGESTED = 8;
/** Two tests that belong together. */
const BOX = 10;
const MOST_CUTS = 48;
const MOST_SHARES = 12;
/** Answers of more kinds than this are numbers, not classes. */
const MOST_CLASSES = 32;

/** Small constants, and what the rows suggest: thresholds where the answer changes, and shares that many answers are of a column. */
export function dataLeaves(table: Pick<Table, 'columns' | 'answer' | 'rows'>): readonly Leaf[] {
  const numbers = table.columns.flatMap(({ name, kind }, k) => (kind === 'number' ? [{ name, k }] : []));
  const cutColumns = numbers.map(({ k }) => ({ column: k, cuts: [...cutsOf(table, k)].sort((a, b) => a - b) }));
  const cuts = cutColumns.flatMap(({ column, cuts: own }) =>
    own.flatMap((cut) => tests(table.columns[column]!.name, cut)),
  );
  const boxes = boxesOf(table.rows, cutColumns).map((box) => boxLeaf(table, box));
  const shares = table.answer.kind === 'number' ? numbers.flatMap(({ name, k }) => sharesOf(table, name, k)) : [];
  return [...smallConstants, ...cuts, ...boxes, ...shares];
}

const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, ...args: readonly Term[]): Term => ({ is: 'call', name, args });

/** x < cut, and x ≥ cut. */
function tests(name: string, cut: number): Leaf[] {
  return [false, true].map((isAbove) => ({ term: test(name, cut, isAbove), type: 'flag', bits: SUGGESTED }));
}

function test(name: string, cut: number, isAbove: boolean): Term {
  const column: Term = { is: 'column', name };
  return isAbove ? call('less', word(cut - 1), column) : call('less', column, word(cut));
}

function boxLeaf({ columns }: Pick<Table, 'columns'>, { sides }: Box): Leaf {
  const [a, b] = sides.map(({ column, cut, isAbove }) => test(columns[column]!.name, cut, isAbove));
  return { term: call('and', a!, b!), type: 'flag', bits: BOX };
}

/**
 * Values that a column reaches where the answer changes: by how much they tell about it, at most a few.
 *
 * @source boundary points: Fayyad & Irani 1993
 */
function cutsOf({ rows }: Pick<Table, 'rows'>, k: number): readonly number[] {
  const byValue = new Map<number, Map<string, number>>();
  for (const { cells, answer } of rows) {
    const counts = byValue.get(Number(cells[k])) ?? new Map<string, number>();
    counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1);
    byValue.set(Number(cells[k]), counts);
  }
  const values = [...byValue.keys()].sort((a, b) => a - b);
  const classes = new Set(rows.map(({ answer }) => String(answer))).size;
  const cuts = values.slice(1).filter((value, i) => !isOneClass([byValue.get(values[i]!)!, byValue.get(value)!]));
  if (cuts.length <= MOST_CUTS) return cuts;
  if (classes > MOST_CLASSES) return cuts.filter((_, i) => i % Math.ceil(cuts.length / MOST_CUTS) === 0);
  return bestCuts(values, byValue, new Set(cuts));
}

function isOneClass(counts: readonly ReadonlyMap<string, number>[]): boolean {
  return new Set(counts.flatMap((each) => [...each.keys()])).size === 1;
}

function bestCuts(
  values: readonly number[],
  byValue: ReadonlyMap<number, ReadonlyMap<string, number>>,
  allowed: ReadonlySet<number>,
): readonly number[] {
  const total = new Map<string, number>();
  for (const counts of byValue.values())
    for (const [answer, count] of counts) total.set(answer, (total.get(answer) ?? 0) + count);
  const below = new Map<string, number>();
  const scored: { readonly cut: number; readonly spread: number }[] = [];
  for (const value of values) {
    if (allowed.has(value)) {
      const above = [...total].map(([answer, count]) => count - (below.get(answer) ?? 0));
      scored.push({ cut: value, spread: spreadOf([...below.values()]) + spreadOf(above) });
    }
    for (const [answer, count] of byValue.get(value)!) below.set(answer, (below.get(answer) ?? 0) + count);
  }
  scored.sort((a, b) => a.spread - b.spread || a.cut - b.cut);
  return scored.slice(0, MOST_CUTS).map(({ cut }) => cut);
}

/** n log n − Σ c log c: bits that the answers of these rows take. */
function spreadOf(counts: readonly number[]): number {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return xlogx(n) - counts.reduce((sum, count) => sum + xlogx(count), 0);
}

function xlogx(x: number): number {
  return x === 0 ? 0 : x * Math.log2(x);
}

interface Share {
  readonly top: number;
  readonly bottom: number;
  readonly isRounded: boolean;
}

/** Shares top / bottom with answer = column × top / bottom, rounded down or to the nearest, that explain most rows: a greedy cover. */
function sharesOf({ rows }: Pick<Table, 'rows'>, name: string, k: number): Leaf[] {
  const explained = new Map<string, { readonly share: Share; readonly rows: Set<number> }>();
  rows.forEach(({ cells, answer }, i) => {
    for (const share of sharesOfRow(Number(cells[k]), Number(answer))) {
      const key = JSON.stringify(share);
      const known = explained.get(key) ?? { share, rows: new Set() };
      known.rows.add(i);
      explained.set(key, known);
    }
  });
  const least = Math.max(3, 0.03 * rows.length);
  let open = [...explained.values()].filter((one) => one.rows.size >= least);
  const leaves: Leaf[] = [];
  while (open.length > 0 && leaves.length < MOST_SHARES) {
    const best = open.reduce((a, b) => (b.rows.size > a.rows.size ? b : a));
    leaves.push({ term: shareTerm(name, best.share), type: 'word', bits: SUGGESTED });
    for (const one of open) if (one !== best) for (const row of best.rows) one.rows.delete(row);
    open = open.filter((one) => one !== best && one.rows.size >= least);
  }
  return leaves;
}

/** Coarse shares first, and rounding down before rounding: an earlier one wins a tie. */
function sharesOfRow(value: number, answer: number): Share[] {
  if (value <= 0 || answer <= 0) return [];
  return [1, 10, 100, 1000].flatMap((bottom) =>
    (bottom === 1 ? [false] : [false, true]).flatMap((isRounded) => {
      const half = isRounded ? bottom / 2 : 0;
      const from = Math.ceil((answer * bottom - half) / value);
      const to = Math.ceil(((answer + 1) * bottom - half) / value) - 1;
      if (to - from >= 8 || from < 2) return [];
      const tops = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
      return tops.filter((top) => bottom === 1 || top % 10 !== 0).map((top) => ({ top, bottom, isRounded }));
    }),
  );
}

function shareTerm(name: string, { top, bottom, isRounded }: Share): Term {
  const product = call('multiply', { is: 'column', name }, word(top));
  if (bottom === 1) return product;
  return call('divide', isRounded ? call('add', product, word(bottom / 2)) : product, word(bottom));
}
