import { constantBits, productionNamed } from './grammar.ts';
import type { Fitting } from './goal.ts';
import type { Candidate } from './candidate.ts';
import { allRows, countRows, type RowSet, rowsEqual } from './row-set.ts';
import { type Column, listAt, packLists, saturate } from './column.ts';
import { type Entry, termOf } from './entry.ts';
import type { RuleKnobs } from '../search-knobs.ts';
import type { Term } from './term.ts';
import { listsToWalk, runSteps, type Steps, stepsOf } from './run-steps.ts';

/** Effort of beginning a step: a production on a few rows costs as much as one on so many. */
const STEP_EFFORT = 60;
/** Bits of a scan beside its list, its step and its start. */
const SCAN_BITS = 8;
/** What is right on fewer rows is not offered: most steps are right somewhere. */
const LEAST_RIGHT = 0.6;
/** Short lists on which a step is tried first. */
const FEW_ROWS = 12;
/** What is read off at the end of a walk. */
const measures = ['last', 'most', 'least', 'sum'] as const;

/** Lists to walk along, with what is wanted of each. */
interface Ground {
  readonly list: Column;
  readonly steps: Steps;
  readonly goal: Column;
  readonly n: number;
}

/**
 * What is held along a list: at each item a step makes the next word of what was held and the item. goal = the list of what was held, or its last,
 * largest, least or sum; a flag tells such a word from a threshold. Steps are enumerated over drawn pairs of held word and item, by observational
 * equivalence; bounds within which the held word stays are read off the goal.
 *
 * @source folds over data in bottom-up search: Feser, Chaudhuri & Dillig 2015 (λ²); Smith & Albarghouthi 2016
 */
export function solveScans(fit: Fitting, knobs: RuleKnobs): void {
  const { space, goal } = fit;
  if (goal.type !== 'word' && goal.type !== 'flag' && goal.type !== 'list') return;
  for (const list of listsToWalk({ n: space.n, entries: space.entries('list') })) {
    space.meter.within(knobs.walkPart * space.meter.left, () => {
      walkAlong(fit, list, knobs);
    });
  }
}

function walkAlong(fit: Fitting, list: Entry, { mostStepBits, boundedStepBits }: RuleKnobs): void {
  const { space } = fit;
  const all = groundOf(
    fit,
    list.column,
    Array.from({ length: space.n }, (_, row) => row),
  );
  const few = groundOf(fit, list.column, shortRows(list.column, space.n));
  const bounds = boundsOf(fit);
  const drawn = space.stepSpace(list, [0, 1, 2, 3, 5, 8, -1, -3, ...valuesOf(fit).slice(0, 8)]);
  for (let level = 1; level <= mostStepBits && !drawn.isFull; level += 1) {
    drawn.growTo(level);
    for (const step of drawn.entries('word').filter(({ bits }) => bits === level)) {
      if (!readsHeld(step)) continue;
      for (const walk of level > boundedStepBits ? plainWalks : [...plainWalks, ...bounds]) {
        if (space.meter.isEmpty) return;
        const whole: Walk = { ...walk, list, step };
        if (readings(fit, whole, few).length === 0) continue;
        for (const found of readings(fit, whole, all)) fit.candidates.offer(found);
      }
    }
  }
}

function groundOf({ goal, space }: Fitting, list: Column, rows: readonly number[]): Ground {
  const lists = packLists(rows.map((row) => listAt(list, row)));
  const wanted =
    goal.type === 'list'
      ? packLists(rows.map((row) => listAt(goal.column, row)))
      : Int32Array.from(rows, (row) => goal.column[row]!);
  space.meter.spend(lists.length);
  return { list: lists, steps: stepsOf(lists, rows.length), goal: wanted, n: rows.length };
}

/** The shortest lists that have items: most steps fall on them. */
function shortRows(list: Column, n: number): number[] {
  const length = (row: number): number => list[row + 1]! - list[row]!;
  return Array.from({ length: n }, (_, row) => row)
    .filter((row) => length(row) > 0)
    .sort((a, b) => length(a) - length(b))
    .slice(0, FEW_ROWS);
}

interface Held {
  readonly start: number;
  readonly low?: number;
  readonly high?: number;
}

interface Walk extends Held {
  readonly list: Entry;
  readonly step: Entry;
}

const plainWalks: readonly Held[] = [{ start: 0 }, { start: 1 }];

/** Bounds that the goal itself shows. */
function boundsOf(fit: Fitting): readonly Held[] {
  const values = valuesOf(fit);
  if (values.length < 3) return [];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return [
    { start: 0, low },
    { start: 0, high },
    { start: 0, low, high },
  ];
}

/** Words that the goal has: what is held is often one of them. */
function valuesOf({ goal, space: { n } }: Fitting): number[] {
  if (goal.type === 'flag') return [];
  return [...new Set(goal.type === 'list' ? goal.column.subarray(n + 1) : goal.column)];
}

function readsHeld({ make }: Entry): boolean {
  if ('leaf' in make) return make.leaf.is === 'before';
  return 'args' in make && make.args.some(readsHeld);
}

function walkTerm({ list, step, start, low, high }: Walk): Term {
  const bounded = (term: Term, name: 'larger' | 'smaller', value: number | undefined): Term =>
    value === undefined ? term : { is: 'call', name, args: [term, { is: 'word', value }] };
  const body = bounded(bounded(termOf(step), 'larger', low), 'smaller', high);
  return { is: 'each', name: 'scan', list: termOf(list), body, start: { is: 'word', value: start } };
}

function walkBits({ list, step, start, low, high }: Walk): number {
  const bounds = [low, high].filter((bound) => bound !== undefined);
  return (
    list.bits +
    SCAN_BITS +
    step.bits +
    constantBits(start) +
    bounds.reduce((bits, one) => bits + 6 + constantBits(one), 0)
  );
}

/** Ways to read a walk that are right on most rows. */
function readings({ goal, space: { meter } }: Fitting, walk: Walk, ground: Ground): readonly Candidate[] {
  const { steps, list, n } = ground;
  const { step, start, low = -Infinity, high = Infinity } = walk;
  meter.spend(Math.ceil(step.bits / 4) * (list.length - n + STEP_EFFORT * steps.length));
  const bound = (value: number): number => Math.min(high, Math.max(low, saturate(value)));
  const column = runSteps(steps, list, { step, start, bound });
  const bits = walkBits(walk);
  const isRight = (rows: RowSet): boolean => countRows(rows) >= LEAST_RIGHT * n;
  if (goal.type === 'list') {
    const rows = rowsEqual('list', column, ground.goal, n);
    return isRight(rows) ? [{ bits, rows, term: () => walkTerm(walk) }] : [];
  }
  return measures.flatMap((name) => {
    const production = productionNamed(name)!;
    meter.spend(n);
    const word = production.evaluate([column], n)!;
    const measured = (): Term => ({ is: 'call', name, args: [walkTerm(walk)] });
    if (goal.type === 'word') {
      const rows = rowsEqual('word', word, ground.goal, n);
      return isRight(rows) ? [{ bits: bits + production.bits, rows, term: measured }] : [];
    }
    const test = thresholdOf(word, ground.goal);
    if (test === undefined) return [];
    const more = production.bits + 4 + constantBits(test.value);
    return [{ bits: bits + more, rows: allRows(n), term: () => test.term(measured()) }];
  });
}

interface Threshold {
  readonly value: number;
  readonly term: (word: Term) => Term;
}

/** A flag that holds above, or below, a value of a word. */
function thresholdOf(word: Column, flags: Column): Threshold | undefined {
  let [leastTrue, mostTrue, leastFalse, mostFalse] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < flags.length; i += 1) {
    const value = word[i]!;
    if (flags[i] === 1) {
      leastTrue = Math.min(leastTrue, value);
      mostTrue = Math.max(mostTrue, value);
    } else {
      leastFalse = Math.min(leastFalse, value);
      mostFalse = Math.max(mostFalse, value);
    }
  }
  const less = (a: Term, b: Term): Term => ({ is: 'call', name: 'less', args: [a, b] });
  if (mostFalse < leastTrue) return { value: mostFalse, term: (word) => less({ is: 'word', value: mostFalse }, word) };
  if (mostTrue < leastFalse)
    return { value: leastFalse, term: (word) => less(word, { is: 'word', value: leastFalse }) };
  return undefined;
}
