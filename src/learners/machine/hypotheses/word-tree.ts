import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';

/** A test of one word against one value. */
export interface WordTest {
  readonly feature: number;
  readonly value: number;
  /** Whether the word is the value, or at most the value. */
  readonly equal: boolean;
}

/** A decision tree over words: labels at its leaves. */
export type WordTree =
  | { readonly leaf: number }
  | { readonly test: WordTest; readonly yes: WordTree; readonly no: WordTree };

/** Rows of words that are alike, with how often each label was seen with them. */
export interface TreeRow {
  readonly words: readonly number[];
  readonly labels: ReadonlyMap<number, number>;
}

/** Gathers rows: equal words are one row. */
export class TreeRows {
  private readonly found = new Map<
    string,
    { readonly words: readonly number[]; readonly labels: Map<number, number> }
  >();

  add(words: readonly number[], label: number, weight = 1): void {
    const key = words.join();
    const row = this.found.get(key);
    if (row === undefined) this.found.set(key, { words, labels: new Map([[label, weight]]) });
    else row.labels.set(label, (row.labels.get(label) ?? 0) + weight);
  }

  get rows(): readonly TreeRow[] {
    return [...this.found.values()];
  }
}

/** When a tree stops to grow. */
export interface TreeLimits {
  readonly depth: number;
  /** The least weight of a leaf. */
  readonly leaf: number;
}

/**
 * Grows a tree by the largest gain of Gini impurity, Σ n²_label / n over both sides, tests by equality and by order.
 *
 * @source Breiman et al. 1984, Classification and Regression Trees
 */
export function growTree(rows: readonly TreeRow[], limits: TreeLimits): WordTree {
  const total = labelsOf(rows);
  const best = bestLabel(total);
  if (total.size <= 1 || limits.depth === 0) return { leaf: best };
  const test = bestTest(rows, total, limits.leaf);
  if (test === undefined) return { leaf: best };
  const deeper = { ...limits, depth: limits.depth - 1 };
  const yes = growTree(
    rows.filter(({ words }) => passes(test, words)),
    deeper,
  );
  const no = growTree(
    rows.filter(({ words }) => !passes(test, words)),
    deeper,
  );
  return 'leaf' in yes && 'leaf' in no && yes.leaf === no.leaf ? yes : { test, yes, no };
}

function labelsOf(rows: readonly TreeRow[]): Map<number, number> {
  const total = new Map<number, number>();
  for (const { labels } of rows) for (const [label, n] of labels) total.set(label, (total.get(label) ?? 0) + n);
  return total;
}

/** The most frequent label, the lower one of equals. */
function bestLabel(total: ReadonlyMap<number, number>): number {
  return [...total].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a), [0, -1] as const)[0];
}

function bestTest(rows: readonly TreeRow[], total: ReadonlyMap<number, number>, least: number): WordTest | undefined {
  const weight = [...total.values()].reduce((sum, n) => sum + n, 0);
  const base = [...total.values()].reduce((sum, n) => sum + n * n, 0) / weight;
  let best: WordTest | undefined;
  // Where every leaf may be as light as can be, the tree is to be exact: any test will do that parts what differs.
  let most = least === 0 ? 0 : base + 1e-9 * weight;
  for (let feature = 0; feature < rows[0]!.words.length; feature += 1) {
    const byValue = new Map<number, TreeRow[]>();
    for (const row of rows) {
      const value = row.words[feature]!;
      const same = byValue.get(value);
      if (same === undefined) byValue.set(value, [row]);
      else same.push(row);
    }
    const values = [...byValue.keys()].sort((a, b) => a - b);
    if (values.length < 2) continue;
    const below = new Map<number, number>();
    for (const value of values) {
      const here = labelsOf(byValue.get(value)!);
      for (const [label, n] of here) below.set(label, (below.get(label) ?? 0) + n);
      for (const [equal, side] of [
        [true, here],
        [false, below],
      ] as const) {
        const gain = purity(side, total, least);
        if (gain > most) [most, best] = [gain, { feature, value, equal }];
      }
    }
  }
  return best;
}

/** Σ n²/n of a side and of the rest; −∞ where one of them is too light. */
function purity(side: ReadonlyMap<number, number>, total: ReadonlyMap<number, number>, least: number): number {
  let [n, rest, squares, restSquares] = [0, 0, 0, 0];
  for (const [label, all] of total) {
    const here = side.get(label) ?? 0;
    n += here;
    rest += all - here;
    squares += here * here;
    restSquares += (all - here) * (all - here);
  }
  return n === 0 || rest === 0 || n < least || rest < least ? -Infinity : squares / n + restSquares / rest;
}

function passes({ feature, value, equal }: WordTest, words: readonly number[]): boolean {
  return equal ? words[feature] === value : words[feature]! <= value;
}

/** The label of words. */
export function askTree(tree: WordTree, words: readonly number[]): number {
  let at = tree;
  while ('test' in at) at = passes(at.test, words) ? at.yes : at.no;
  return at.leaf;
}

export function leavesOf(tree: WordTree): number {
  return 'leaf' in tree ? 1 : leavesOf(tree.yes) + leavesOf(tree.no);
}

/** All tests of a tree; one that stands there twice is given twice. */
export function testsOf(tree: WordTree): WordTest[] {
  return 'leaf' in tree ? [] : [tree.test, ...testsOf(tree.yes), ...testsOf(tree.no)];
}

/** The line that holds where the label of a tree is one of those wanted. */
export function treeLine(
  builder: CircuitBuilder,
  tree: WordTree,
  wanted: (label: number) => boolean,
  line: (test: WordTest) => Edge,
): Edge {
  if ('leaf' in tree) return wanted(tree.leaf) ? TRUE : FALSE;
  const yes = treeLine(builder, tree.yes, wanted, line);
  const no = treeLine(builder, tree.no, wanted, line);
  return yes === no ? yes : builder.mux(line(tree.test), yes, no);
}
