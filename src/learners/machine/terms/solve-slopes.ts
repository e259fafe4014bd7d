import { constantBits } from './grammar.ts';
import type { Meter } from './meter.ts';
import { bestCut } from './node-tests.ts';
import type { RowSet } from './row-set.ts';
import { type Fraction, lowestTerms, simplestBetween } from './simple-fraction.ts';
import type { Entry } from './entry.ts';

/** Columns whose pairs are tried, classes that are told from the rest, and words that are kept. */
const MOST_COLUMNS = 8;
const MOST_PARTS = 4;
const MOST_KEPT = 6;
/** Weights up to this are all tried; others are solved where the threshold is 0. */
const LARGEST_WEIGHT = 5;
/** A ratio of two columns, as a word. */
const RATIO = 1_000_000;
const LARGEST_SOLVED = 100;

interface Rows {
  readonly parts: readonly RowSet[];
  readonly n: number;
  readonly meter: Meter;
}

/**
 * Words a · x − b · y of two columns whose best threshold tells a class from the rest: `5 × debt > 2 × income`, `2 × mass + 3 × speed > 40`. A test on one column cuts such
 * classes into steps.
 *
 * @source oblique splits: Breiman et al. 1984 (CART, linear combinations); here with small whole weights
 */
export function solveSlopes(columns: readonly Entry[], { parts, n, meter }: Rows): Entry[] {
  const given = columns.slice(0, MOST_COLUMNS);
  const all = Array.from({ length: n }, (_, row) => row);
  const kept: { readonly word: Entry; readonly spread: number }[] = [];
  for (const part of parts.slice(0, parts.length === 2 ? 1 : MOST_PARTS)) {
    const partOf = Int32Array.from({ length: n }, (_, row) => (part[row >>> 5]! >>> (row & 31)) & 1);
    given.forEach((x, i) => {
      for (const y of given.slice(i + 1)) {
        let best: { word: Entry; spread: number } | undefined;
        const solved = ratioCut(x.column, y.column, all, partOf);
        for (const weights of [...(solved === undefined ? [] : [solved]), ...smallWeights]) {
          if (meter.isEmpty) return;
          meter.spend(8 * n);
          const word = weighed(x, y, weights);
          const cut = word && bestCut(word.column, all, partOf, 2);
          if (word === undefined || cut === undefined) continue;
          const spread = cut.spread + word.bits;
          if (best === undefined || spread < best.spread) best = { word, spread };
        }
        if (best !== undefined) kept.push(best);
      }
    });
  }
  return kept
    .sort((a, b) => a.spread - b.spread)
    .slice(0, MOST_KEPT)
    .map(({ word }) => word);
}

/** Coprime pairs of small weights, of both signs; equal ones are plain differences and sums. */
const smallWeights: readonly Fraction[] = Array.from({ length: LARGEST_WEIGHT ** 2 }, (_, k) => ({
  top: 1 + (k % LARGEST_WEIGHT),
  bottom: 1 + Math.floor(k / LARGEST_WEIGHT),
}))
  .filter(({ top, bottom }) => lowestTerms(top, bottom).top === top && top !== bottom)
  .flatMap(({ top, bottom }) => [
    { top, bottom },
    { top: -top, bottom },
  ]);

/** The simplest weights for which bottom · x = top · y parts the rows where x / y does it best. */
// oxlint-disable-next-line max-params -- two columns, their rows, and the part of each row
function ratioCut(x: Int32Array, y: Int32Array, all: readonly number[], partOf: Int32Array): Fraction | undefined {
  const ratio = x.map((value, i) => (y[i]! <= 0 ? 2 ** 31 - 1 : Math.min(2 ** 31 - 1, (value / y[i]!) * RATIO)));
  const cut = bestCut(ratio, all, partOf, 2);
  const simple = cut && simplestBetween(cut.low / RATIO, (cut.high + 1) / RATIO);
  return simple && Math.abs(simple.top) <= LARGEST_SOLVED && simple.bottom <= LARGEST_SOLVED && simple.top !== 0
    ? simple
    : undefined;
}

/** bottom · x − top · y; nothing where it would be too large for a word. */
function weighed(x: Entry, y: Entry, { top, bottom }: Fraction): Entry | undefined {
  const a = times(x, bottom);
  const b = times(y, Math.abs(top));
  const column = a.column.map((value, i) => value + (top > 0 ? -1 : 1) * b.column[i]!);
  if (column.some((value) => Math.abs(value) > 1e9)) return undefined;
  const production = top > 0 ? 'subtract' : 'add';
  return { type: 'word', column, bits: a.bits + b.bits + 4, isOpen: true, make: { production, args: [a, b] } };
}

function times(entry: Entry, by: number): Entry {
  if (by === 1) return entry;
  const factor: Entry = {
    type: 'word',
    column: new Int32Array(entry.column.length).fill(by),
    bits: constantBits(by),
    isOpen: false,
    make: { leaf: { is: 'word', value: by } },
  };
  return {
    type: 'word',
    column: entry.column.map((value) => value * by),
    bits: entry.bits + 5 + factor.bits,
    isOpen: true,
    make: { production: 'multiply', args: [entry, factor] },
  };
}
