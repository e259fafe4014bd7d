import type { Binned } from './feature-table.ts';

/** Rows with the class of each, classes counted from 0. */
export interface Labelled {
  readonly table: Binned;
  readonly classes: Uint16Array;
  readonly count: number;
}

type Node =
  | { readonly column: number; readonly edge: number; readonly low: Node; readonly high: Node }
  | { readonly label: number };

const SMALLEST_LEAF = 12;

/** The class of a row. */
export type Classify = (row: Float32Array) => number;

/** The best single split of the rows by Gini impurity; the gain is in rows. */
interface Split {
  readonly column: number;
  readonly edge: number;
  readonly gain: number;
}

/**
 * A decision tree of at most `depth` questions, grown greedily by Gini impurity over binned columns; depth 1 is a single
 * feature with a threshold.
 *
 * @source Breiman, Friedman, Olshen & Stone 1984, CART
 */
export function growTree(data: Labelled, depth: number): Classify {
  const all = Uint32Array.from({ length: data.classes.length }, (_, i) => i);
  const root = grow(data, all, depth);
  return (row) => {
    let node = root;
    while ('column' in node) node = row[node.column]! <= node.edge ? node.low : node.high;
    return node.label;
  };
}

function grow(data: Labelled, rows: Uint32Array, depth: number): Node {
  const label = commonest(data, rows);
  if (depth === 0 || rows.length < 2 * SMALLEST_LEAF) return { label };
  const split = bestSplit(data, rows);
  if (split === undefined) return { label };
  const { column, edge } = split;
  const isLow = (row: number): boolean => data.table.rows[row]![column]! <= edge;
  const low = grow(data, rows.filter(isLow), depth - 1);
  const high = grow(
    data,
    rows.filter((row) => !isLow(row)),
    depth - 1,
  );
  return { column, edge, low, high };
}

/** Columns from the one whose best split gains most, for those who want only the most telling ones. */
export function rankColumns(data: Labelled): number[] {
  const all = Uint32Array.from({ length: data.classes.length }, (_, i) => i);
  const gains = data.table.bins.map((_, column) => splitOf(data, all, column)?.gain ?? 0);
  return gains
    .map((gain, column) => ({ gain, column }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || a.column - b.column)
    .map(({ column }) => column);
}

function bestSplit(data: Labelled, rows: Uint32Array): Split | undefined {
  let best: Split | undefined;
  for (let column = 0; column < data.table.bins.length; column += 1) {
    const split = splitOf(data, rows, column);
    if (split !== undefined && split.gain > (best?.gain ?? 1e-9)) best = split;
  }
  return best;
}

/** Σ n_c² / n of both sides less that of the whole, at its best edge. */
function splitOf({ table, classes, count }: Labelled, rows: Uint32Array, column: number): Split | undefined {
  const edges = table.edges[column]!;
  if (edges.length < 2) return undefined;
  const bins = table.bins[column]!;
  const histogram = new Uint32Array(edges.length * count);
  for (const row of rows) histogram[bins[row]! * count + classes[row]!]! += 1;
  const low = new Float64Array(count);
  const high = new Float64Array(count);
  for (let i = 0; i < histogram.length; i += 1) high[i % count]! += histogram[i]!;
  const whole = squares(high) / rows.length;
  let below = 0;
  let best: Split | undefined;
  for (let bin = 0; bin + 1 < edges.length; bin += 1) {
    for (let c = 0; c < count; c += 1) {
      const moved = histogram[bin * count + c]!;
      low[c]! += moved;
      high[c]! -= moved;
      below += moved;
    }
    const above = rows.length - below;
    if (below < SMALLEST_LEAF || above < SMALLEST_LEAF) continue;
    const gain = squares(low) / below + squares(high) / above - whole;
    if (gain > (best?.gain ?? 1e-9)) best = { column, edge: edges[bin]!, gain };
  }
  return best;
}

function squares(counts: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += count * count;
  return sum;
}

function commonest({ classes, count }: Labelled, rows: Uint32Array): number {
  const counts = new Uint32Array(count);
  for (const row of rows) counts[classes[row]!]! += 1;
  return counts.indexOf(Math.max(...counts));
}
