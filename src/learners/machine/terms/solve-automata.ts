import { learnEdsm, type MergedAutomaton } from '../plans/merging/state-merging.ts';
import { finalSequence } from '../plans/sequence.ts';
import { listAt } from './column.ts';
import { type Entry, termOf } from './entry.ts';
import type { Fitting } from './goal.ts';
import { PAIR_BASE, pairName } from './productions/pairs.ts';
import { addRow, noRows } from './row-set.ts';
import { listsToWalk } from './run-steps.ts';
import type { Term } from './term.ts';

/** Different items, different answers and states at most: larger automata are learnt by heart. */
const MOST_ITEMS = 12;
const MOST_ANSWERS = 12;
const MOST_STATES = 24;
/** Bits of a scan, its `last` and the table of answers, beside their entries. */
const FRAME_BITS = 16;

/**
 * goal = what an automaton answers that reads a list item by item: a state is held along the list, the next one follows from state and item by a learnt
 * table, and a second table says the answer of the last state. The tables are found by merging states.
 *
 * @source Lang, Pearlmutter & Price 1998 (evidence-driven state merging)
 */
export function solveAutomata(fit: Fitting): void {
  const { space, goal } = fit;
  if (goal.type !== 'word' && goal.type !== 'flag' && goal.type !== 'symbol') return;
  const answers = [...new Set(goal.column)];
  if (answers.length > MOST_ANSWERS) return;
  for (const list of listsToWalk({ n: space.n, entries: space.entries('list') })) {
    const items = [...new Set(list.column.subarray(space.n + 1))];
    if (items.length > MOST_ITEMS || items.some((item) => item < 0 || item >= PAIR_BASE)) continue;
    space.meter.spend(20 * list.column.length);
    if (space.meter.isEmpty) return;
    offerAutomaton(fit, { list, items, answers });
  }
}

interface Reading {
  readonly list: Entry;
  readonly items: readonly number[];
  readonly answers: readonly number[];
}

function offerAutomaton(fit: Fitting, { list, items, answers }: Reading): void {
  const { space, goal } = fit;
  const read = Array.from({ length: space.n }, (_, row) => ({
    codes: listAt(list.column, row).map((item) => items.indexOf(item)),
    answer: answers.indexOf(goal.column[row]!),
  }));
  const merged = learnEdsm(
    read.filter(({ codes }) => codes.length > 0).map(({ codes, answer }) => finalSequence(codes, answer)),
    items.length,
  );
  if (merged.states < 2 || merged.states > MOST_STATES) return;
  // The answer of the first state is seen where a list is empty, and nowhere else if nothing leads back to it.
  const atStart = read.find(({ codes }) => codes.length === 0)?.answer;
  const rows = noRows(space.n);
  read.forEach(({ codes, answer }, row) => {
    if (answerOf(merged, lastState(merged, codes), atStart) === answer) addRow(rows, row);
  });
  const { nextStates, said } = tablesOf(merged, { items, answers, atStart });
  // A step that leaves the state as it is goes without saying.
  const moves = nextStates.filter(([key, to]) => Math.floor(key / PAIR_BASE) !== to).length;
  const moveBits = 2 * Math.log2(merged.states) + Math.log2(items.length);
  fit.candidates.offer({
    bits: Math.round(list.bits + FRAME_BITS + moves * moveBits + said.length * Math.log2(answers.length + 1)),
    rows,
    term: () => ({ is: 'table', of: lastHeld(termOf(list), nextStates), entries: said, otherwise: answers[0]! }),
  });
}

/** Where a step leads; one that the rows never made stays where it is. */
function stepFrom({ next, classes }: MergedAutomaton, state: number, code: number): number {
  const to = next[state * classes + code]!;
  return to < 0 ? state : to;
}

function lastState(merged: MergedAutomaton, codes: readonly number[]): number {
  return codes.reduce((state, code) => stepFrom(merged, state, code), 0);
}

function answerOf({ answers }: MergedAutomaton, state: number, atStart: number | undefined): number {
  const answer = answers[state]!;
  return answer >= 0 ? answer : state === 0 ? (atStart ?? 0) : 0;
}

interface Entries {
  readonly nextStates: readonly (readonly [number, number])[];
  readonly said: readonly (readonly [number, number])[];
}

/** Both tables: every state with every item, and every state with its answer. An item that no row had leads to state 0. */
function tablesOf(
  merged: MergedAutomaton,
  { items, answers, atStart }: Omit<Reading, 'list'> & { atStart: number | undefined },
): Entries {
  const states = Array.from({ length: merged.states }, (_, state) => state);
  return {
    nextStates: states.flatMap((state) =>
      items.map((item, code) => [state * PAIR_BASE + item, stepFrom(merged, state, code)] as const),
    ),
    said: states.map((state) => [state, answers[answerOf(merged, state, atStart)]!] as const),
  };
}

function lastHeld(list: Term, entries: Entries['nextStates']): Term {
  const key: Term = { is: 'call', name: pairName('word', 'word'), args: [{ is: 'before' }, { is: 'item' }] };
  const body: Term = { is: 'table', of: key, entries, otherwise: 0 };
  return {
    is: 'call',
    name: 'last',
    args: [{ is: 'each', name: 'scan', list, body, start: { is: 'word', value: 0 } }],
  };
}
