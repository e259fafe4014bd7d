import { constantBits } from './grammar.ts';
import type { Fitting } from './goal.ts';
import { greatestDivisor } from './greatest-divisor.ts';
import { addRow, noRows, type RowSet } from './row-set.ts';
import { type Fraction, lowestTerms, simplestBetween } from './simple-fraction.ts';
import { type Entry, termOf } from './entry.ts';
import type { Term } from './term.ts';

/** Words that answers may lie on a line over, cheapest first; slopes that are tried for each; and lines that are kept. */
const MOST_WORDS = 40;
const MOST_SLOPES = 24;
const MOST_LINES = 12;
/** Slopes are simple fractions, or so many tenths, hundredths or thousandths. */
const BOTTOMS = [1, 10, 100, 1000] as const;
const LARGEST_BOTTOM = 1000;
const MOST_PARTS = 12;
/** Rounding leaves more slopes than this to two rows that are close: they tell nothing. */
const MOST_TOPS = 8;
/** A line explains at least so many rows with as many answers, and this part of all. */
const LEAST_ROWS = 3;
const LEAST_PART = 0.03;
/** Bits of a slope that the rows suggest, beside its word. */
const SLOPE_BITS = 8;
/** Rows that are joined to slopes: neighbours in the order of the word, and shares of all rows apart. */
const NEAR = [1, 2, 5] as const;
const FAR = [1 / 16, 1 / 4] as const;
/** What a word costs, in columns. */
const COLUMNS = 32;

/** answer = (word × top + shift) / bottom, rounded down. */
interface Line extends Fraction {
  readonly shift: number;
}

interface Explained {
  readonly line: Line;
  readonly rows: RowSet;
}

/**
 * goal = (word × top + shift) div bottom, on as many rows as lie on the line: taxes, discounts, rates, and the pieces of brackets; where answers
 * go up in steps, goal = ((word × top + shift) div bottom) × step + first: what is charged for each hour begun. Slopes are
 * voted for by pairs of rows; the shift is solved for each.
 *
 * @source slopes by pairs: Theil 1950 and Sen 1968, with votes in place of the median: Hough 1962
 */
export function solveLines(fit: Fitting, solved: readonly Entry[], seen: Set<Entry>): void {
  if (fit.goal.type !== 'word') return;
  const words = fit.space.entries('word').filter(({ isOpen }) => isOpen);
  for (const entry of [...words.slice(0, MOST_WORDS), ...solved]) {
    if (seen.has(entry) || fit.space.meter.isEmpty) continue;
    seen.add(entry);
    for (const grid of gridsOf(fit.goal.column)) {
      fit.space.meter.spend(fit.space.n * COLUMNS);
      for (const { line, rows } of linesOver(entry.column, grid.places, fit.space.n)) {
        const bits = entry.bits + lineBits(line) + grid.bits;
        fit.candidates.offer({ bits, rows, term: () => onGrid(lineTerm(termOf(entry), line), grid) });
      }
    }
  }
}

/** Answers as first + step × place: where all lie on a grid, a line over their places is one that goes up in steps. */
interface Grid {
  readonly step: number;
  readonly first: number;
  readonly places: Int32Array;
  readonly bits: number;
}

/** The answers themselves; and their places, where they go up in steps: a fee for every hour begun, minutes rounded up to a quarter. */
function gridsOf(goal: Int32Array): Grid[] {
  const plain: Grid = { step: 1, first: 0, places: goal, bits: 0 };
  const step = goal.reduce((common, answer) => greatestDivisor(common, Math.abs(answer - goal[0]!)), 0);
  if (step < 2) return [plain];
  const first = ((goal[0]! % step) + step) % step;
  const bits = 4 + constantBits(step) + (first === 0 ? 0 : 4 + constantBits(first));
  return [plain, { step, first, places: goal.map((answer) => (answer - first) / step), bits }];
}

function onGrid(place: Term, { step, first }: Grid): Term {
  return step === 1 ? place : plus(call('multiply', place, word(step)), first);
}

/** The lines that explain most rows: a greedy cover, each with all rows that it explains. */
function linesOver(words: Int32Array, goal: Int32Array, n: number): Explained[] {
  const least = Math.max(LEAST_ROWS, LEAST_PART * n);
  const explained = likelySlopes(words, goal, n).flatMap((slope) => linesOf(slope, words, goal, least));
  const open = new Set(Array.from({ length: n }, (_, i) => i));
  const cover: Explained[] = [];
  while (cover.length < MOST_LINES) {
    let best: (typeof explained)[number] | undefined;
    let most = least - 1;
    for (const one of explained) {
      const count = one.places.reduce((sum, row) => sum + (open.has(row) ? 1 : 0), 0);
      if (count <= most) continue;
      [most, best] = [count, one];
    }
    if (best === undefined) break;
    const rows = noRows(n);
    for (const row of best.places) addRow(rows, row);
    cover.push({ line: best.line, rows });
    for (const row of best.places) open.delete(row);
  }
  return cover;
}

/** The slopes that most pairs of rows allow. Rows are also joined with the origin, where shares begin. Earlier ones win ties. */
function likelySlopes(words: Int32Array, goal: Int32Array, n: number): Fraction[] {
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => words[a]! - words[b]! || a - b);
  const votes = new Map<string, { readonly slope: Fraction; count: number }>();
  const vote = (run: number, rise: number): void => {
    for (const slope of slopesOf(run, rise)) {
      const key = `${slope.top}/${slope.bottom}`;
      const known = votes.get(key);
      if (known === undefined) votes.set(key, { slope, count: 1 });
      else known.count += 1;
    }
  };
  const gaps = new Set([...NEAR, ...FAR.map((share) => Math.ceil(share * n))]);
  let [low, high] = [-Infinity, Infinity];
  for (let i = 0; i < n; i += 1) {
    const row = order[i]!;
    vote(words[row]!, goal[row]!);
    for (const gap of gaps) {
      const other = order[i + gap];
      if (other === undefined) continue;
      const [run, rise] = [words[other]! - words[row]!, goal[other]! - goal[row]!];
      vote(run, rise);
      if (run > 0) [low, high] = [Math.max(low, (rise - 1) / run), Math.min(high, (rise + 1) / run)];
    }
  }
  const voted = [...votes.values()].sort((a, b) => b.count - a.count).map(({ slope }) => slope);
  return [...sharedSlopes(low, high), ...voted.slice(0, MOST_SLOPES)];
}

/**
 * The simplest slope that every pair allows, and the parts of one among them where they are few: where rounding is coarse, as in hours begun, no two
 * rows tell the slope, and 1/58 is simpler than 1/60.
 */
function sharedSlopes(low: number, high: number): Fraction[] {
  const simplest = simplestBetween(low, high);
  if (simplest === undefined || simplest.top === 0 || simplest.bottom > LARGEST_BOTTOM) return [];
  if (Math.abs(simplest.top) !== 1) return [simplest];
  const { top } = simplest;
  const allowed: Fraction[] = [];
  for (
    let bottom = simplest.bottom;
    allowed.length < MOST_PARTS && low < top / bottom && top / bottom < high;
    bottom += 1
  )
    allowed.push({ top, bottom });
  return allowed;
}

/** Slopes over a run that rounding turns into a rise: (rise − 1) / run to (rise + 1) / run, both left out. */
function slopesOf(run: number, rise: number): Fraction[] {
  if (run === 0) return [];
  if (run < 0) return slopesOf(-run, -rise);
  const found = new Map<string, Fraction>();
  const add = (fraction: Fraction | undefined): void => {
    if (fraction === undefined || fraction.top === 0 || fraction.bottom > LARGEST_BOTTOM) return;
    found.set(`${fraction.top}/${fraction.bottom}`, fraction);
  };
  add(lowestTerms(rise, run));
  add(simplestBetween((rise - 1) / run, (rise + 1) / run));
  for (const bottom of BOTTOMS) {
    const from = Math.floor(((rise - 1) * bottom) / run) + 1;
    const to = Math.ceil(((rise + 1) * bottom) / run) - 1;
    if (to - from >= MOST_TOPS) break;
    for (let top = from; top <= to; top += 1) add(lowestTerms(top, bottom));
  }
  return [...found.values()];
}

/** All lines of a slope that explain enough rows. Row i lies on those with a shift of bottom · goal − top · word + 0 … bottom − 1. */
// oxlint-disable-next-line max-params -- the slope, both columns, and the least number of rows
function linesOf(
  { top, bottom }: Fraction,
  words: Int32Array,
  goal: Int32Array,
  least: number,
): { readonly line: Line; readonly places: readonly number[] }[] {
  let left = Array.from(goal, (answer, row) => ({ row, from: bottom * answer - top * words[row]! })).sort(
    (a, b) => a.from - b.from || a.row - b.row,
  );
  const lines: { readonly line: Line; readonly places: readonly number[] }[] = [];
  while (lines.length < MOST_LINES) {
    let [first, last] = [0, -1];
    for (let i = 0, j = 0; j < left.length; j += 1) {
      while (left[j]!.from - left[i]!.from >= bottom) i += 1;
      if (j - i > last - first) [first, last] = [i, j];
    }
    const on = left.slice(first, last + 1);
    if (on.length < least) break;
    left = [...left.slice(0, first), ...left.slice(last + 1)];
    const places = on.map(({ row }) => row);
    if (new Set(places.map((row) => goal[row])).size < LEAST_ROWS) continue;
    const shift = plainest(on.at(-1)!.from, on[0]!.from + bottom - 1, bottom);
    lines.push({ line: { top, bottom, shift }, places });
  }
  return lines;
}

/** The shift of an interval that people would write: none, rounding to the nearest, or a whole number beside the quotient, the roundest. */
function plainest(low: number, high: number, bottom: number): number {
  const isIn = (shift: number): boolean => low <= shift && shift <= high;
  if (isIn(0)) return 0;
  if (bottom % 2 === 0 && isIn(bottom / 2)) return bottom / 2;
  for (const step of [1000 * bottom, 100 * bottom, 10 * bottom, bottom, 1000, 100, 10]) {
    const shift = Math.ceil(low / step) * step;
    if (isIn(shift)) return shift;
  }
  return low;
}

function lineBits({ bottom, shift }: Line): number {
  if (shift === 0 || shift * 2 === bottom) return SLOPE_BITS;
  return SLOPE_BITS + 4 + constantBits(Math.abs(shift % bottom === 0 ? shift / bottom : shift));
}

const word = (value: number): Term => ({ is: 'word', value });
const call = (name: string, a: Term, b: Term): Term => ({ is: 'call', name, args: [a, b] });

function plus(term: Term, value: number): Term {
  return value === 0 ? term : call(value < 0 ? 'subtract' : 'add', term, word(Math.abs(value)));
}

function lineTerm(of: Term, line: Line): Term {
  const by = line.top === 1 ? 1 : decimalFactor(line.bottom);
  const { top, bottom, shift } = { top: line.top * by, bottom: line.bottom * by, shift: line.shift * by };
  const product = top === 1 ? of : call('multiply', of, word(top));
  if (bottom === 1) return plus(product, shift);
  const isBeside = shift % bottom === 0;
  const quotient = call('divide', isBeside ? product : plus(product, shift), word(bottom));
  return isBeside ? plus(quotient, shift / bottom) : quotient;
}

/** What makes a bottom a power of ten, where that can be: 2/5 is said as 4/10. */
function decimalFactor(bottom: number): number {
  const decimal = BOTTOMS.find((power) => power % bottom === 0);
  return decimal === undefined ? 1 : decimal / bottom;
}
