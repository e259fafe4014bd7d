import { greatestDivisor } from './greatest-divisor.ts';
import { constantBits } from './grammar.ts';
import type { Meter } from './meter.ts';
import { addRow, both, countBoth, countRows, noRows, type RowSet } from './row-set.ts';
import type { Entry } from './entry.ts';
import type { Test } from './candidate.ts';

/** Bits of `less`, of `divides`, and of a remainder that is compared. */
const LESS_BITS = 4;
const DIVIDES_BITS = 6;
/** How much a bit of a test counts beside a bit that the parts still take. */
export const TEST_WEIGHT = 0.5;
/** A divisor is looked for where so many rows of one part share it. */
const LEAST_ROWS = 3;
const LARGEST_DIVISOR = 10_000;

/** A test whose constant was solved on the rows of a node, with how well it tells the parts of these rows apart. */
export interface NodeTest {
  readonly test: Test;
  /** Bits that the parts still take behind the test. */
  readonly spread: number;
}

interface Node {
  readonly rows: RowSet;
  /** Which rows belong together, none in two. */
  readonly parts: readonly RowSet[];
  readonly n: number;
  readonly meter: Meter;
}

/**
 * The best test `word < hole` or `hole divides word` for the rows of a node: the constant is solved on these rows alone, so that a threshold that matters
 * only beside another is found where it matters.
 *
 * @source cuts at boundary points: Fayyad & Irani 1993; a divisor is the greatest common one of a part
 */
export function bestNodeTest(words: readonly Entry[], node: Node): NodeTest | undefined {
  const places = placesOf(node.rows, node.n);
  const partOf = new Int32Array(node.n).fill(node.parts.length);
  node.parts.forEach((part, k) => placesOf(part, node.n).forEach((row) => (partOf[row] = k)));
  let best:
    | { readonly word: Entry; readonly make: Making; readonly score: number; readonly spread: number }
    | undefined;
  const offer = (word: Entry, make: Making, spread: number): void => {
    const score = spread + TEST_WEIGHT * bitsOf(word, make);
    if (best === undefined || score < best.score - 1e-9) best = { word, make, score, spread };
  };
  for (const word of words) {
    if (node.meter.isEmpty) break;
    node.meter.spend(places.length * (8 + node.parts.length));
    const cut = bestCut(word.column, places, partOf, node.parts.length + 1);
    if (cut !== undefined) offer(word, { is: 'less', value: cut.value }, cut.spread);
    for (const part of node.parts) {
      const divisor = divisorOf(word.column, placesOf(part, node.n));
      if (divisor === undefined) continue;
      const rows = rowsOf(word, { is: 'divides', value: divisor }, places, node.n);
      offer(word, { is: 'divides', value: divisor }, spreadOf(rows, node));
    }
  }
  if (best === undefined) return undefined;
  const all = Array.from({ length: node.n }, (_, row) => row);
  const rows = rowsOf(best.word, best.make, all, node.n);
  const inside = countBoth(rows, node.rows);
  if (inside === 0 || inside === places.length) return undefined;
  return { test: { entry: entryOf(best.word, best.make, rows, node.n), rows }, spread: best.spread };
}

/** `word < value`, `word ≥ value`, or `value divides word`. */
type Making = { readonly is: 'less' | 'least' | 'divides'; readonly value: number };

/** For each word the cut that tells one part of the rows from the rest best, from both sides: what a case may ask next. */
export function cutTests(words: readonly Entry[], node: Node): Test[] {
  const places = placesOf(node.rows, node.n);
  const all = Array.from({ length: node.n }, (_, row) => row);
  return node.parts.flatMap((part) => {
    const partOf = new Int32Array(node.n);
    for (const row of placesOf(part, node.n)) partOf[row] = 1;
    return words.flatMap((word) => {
      if (node.meter.isEmpty) return [];
      node.meter.spend(8 * places.length);
      const cut = bestCut(word.column, places, partOf, 2);
      if (cut === undefined) return [];
      return (['less', 'least'] as const).map((is): Test => {
        const rows = rowsOf(word, { is, value: cut.value }, all, node.n);
        return { entry: entryOf(word, { is, value: cut.value }, rows, node.n), rows };
      });
    });
  });
}

function bitsOf(word: Entry, { is, value }: Making): number {
  return word.bits + constantBits(value) + (is === 'divides' ? DIVIDES_BITS : LESS_BITS);
}

function rowsOf({ column }: Entry, { is, value }: Making, places: readonly number[], n: number): RowSet {
  const rows = noRows(n);
  for (const row of places) if (holds(is, column[row]!, value)) addRow(rows, row);
  return rows;
}

function holds(is: Making['is'], word: number, value: number): boolean {
  return is === 'divides' ? word % value === 0 : word < value === (is === 'less');
}

function entryOf(word: Entry, making: Making, rows: RowSet, n: number): Entry {
  const value = making.is === 'least' ? making.value - 1 : making.value;
  const hole: Entry = {
    type: 'word',
    get column() {
      return new Int32Array(n).fill(value);
    },
    bits: constantBits(value),
    isOpen: false,
    make: { leaf: { is: 'word', value } },
  };
  return {
    type: 'flag',
    // Most tests are never written: their columns are made when they are asked for.
    get column() {
      return Int32Array.from({ length: n }, (_, i) => (rows[i >>> 5]! >>> (i & 31)) & 1);
    },
    bits: bitsOf(word, making),
    isOpen: true,
    make: {
      production: making.is === 'divides' ? 'divides' : 'less',
      args: making.is === 'less' ? [word, hole] : [hole, word],
    },
  };
}

function placesOf(rows: RowSet, n: number): number[] {
  const places: number[] = [];
  for (let i = 0; i < n; i += 1) if (((rows[i >>> 5]! >>> (i & 31)) & 1) === 1) places.push(i);
  return places;
}

/** A value above `low` and up to `high`, its neighbours, and the bits that the parts still take behind it. */
interface Cut {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly spread: number;
}

/** The value below which the parts are told apart best. */
// oxlint-disable-next-line max-params -- the words, their rows, the part of each row and how many parts there are
export function bestCut(
  column: Int32Array,
  places: readonly number[],
  partOf: Int32Array,
  parts: number,
): Cut | undefined {
  const sorted = [...places].sort((a, b) => column[a]! - column[b]!);
  const below = new Float64Array(parts);
  const above = new Float64Array(parts);
  for (const row of sorted) above[partOf[row]!]! += 1;
  let best: Cut | undefined;
  for (let i = 1; i < sorted.length; i += 1) {
    const before = partOf[sorted[i - 1]!]!;
    below[before]! += 1;
    above[before]! -= 1;
    const [low, high] = [column[sorted[i - 1]!]!, column[sorted[i]!]!];
    if (low === high) continue;
    const spread = bitsOfCounts(below, i) + bitsOfCounts(above, sorted.length - i);
    if (best === undefined || spread < best.spread) best = { value: cutBetween(low, high), low, high, spread };
  }
  return best;
}

/** The roundest number above the one and up to the other: what people would write. */
export function cutBetween(low: number, high: number): number {
  for (const step of [1000, 100, 50, 10, 5]) {
    const value = Math.floor(high / step) * step;
    if (value > low && high - low > 1) return value;
  }
  return high;
}

function bitsOfCounts(counts: Float64Array, total: number): number {
  let bits = xlogx(total);
  for (const count of counts) bits -= xlogx(count);
  return bits;
}

function spreadOf(rows: RowSet, { rows: all, parts }: Node): number {
  const total = countRows(all);
  const inside = countBoth(all, rows);
  if (inside === 0 || inside === total) return Infinity;
  let bits = xlogx(inside) + xlogx(total - inside);
  for (const part of parts) {
    const own = countBoth(both(all, part), rows);
    bits -= xlogx(own) + xlogx(countRows(part) - own);
  }
  return bits;
}

/** What divides every word of a part. */
function divisorOf(column: Int32Array, places: readonly number[]): number | undefined {
  if (places.length < LEAST_ROWS) return undefined;
  let divisor = 0;
  for (const row of places) divisor = greatestDivisor(divisor, Math.abs(column[row]!));
  return divisor > 1 && divisor <= LARGEST_DIVISOR ? divisor : undefined;
}

function xlogx(x: number): number {
  return x <= 0 ? 0 : x * Math.log2(x);
}
