import { Candidates, type Test } from './candidate.ts';
import { decide } from './decide.ts';
import { decideTree } from './decide-tree.ts';
import { constantBits } from './grammar.ts';
import { addRow, allRows, noRows, type RowSet } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';
import type { Trial } from './trial.ts';

/** Terms and tests that cases are made of, right answers that they are made from. */
const MOST_TERMS = 1200;
const MOST_TESTS = 900;
const MOST_ROWS = 160;
/** Words that a node of a tree may compare with a constant of its own. */
const MOST_CUT_WORDS = 48;
/** A row that is got wrong costs as much as a term nobody would believe. */
const ERROR_BITS = 30;
const CHOICE_BITS = 4;

/** Cases: tests, and a term for each of their outcomes, that are right at all rows. Tests that tell most about which term is right come first. */
export function solveCases(space: Space, right: Int32Array, trial: Trial): boolean {
  const n = Math.min(MOST_ROWS, trial.right.length);
  const candidates = new Candidates();
  for (const value of new Set(trial.right.subarray(0, n))) {
    const term = { is: 'word', value } as const;
    candidates.offer({
      bits: constantBits(value),
      rows: rowsWith(n, (i) => trial.right[i] === value),
      term: () => term,
    });
  }
  for (const entry of mostRight(space, right)) {
    if (trial.meter.isEmpty) break;
    const column = trial.worth(termOf(entry), n);
    const rows = rowsWith(n, (i) => column[i] === trial.right[i]);
    candidates.offer({ bits: entry.bits, rows, term: () => termOf(entry) });
  }
  const tests: Test[] = [];
  for (const entry of byBits(space, ['flag'])) {
    if (tests.length >= MOST_TESTS || trial.meter.isEmpty) break;
    if (!entry.isOpen) continue;
    const column = trial.worth(termOf(entry), n);
    tests.push({ entry, rows: rowsWith(n, (i) => column[i] === 1) });
  }
  const rows = allRows(n);
  const { meter } = trial;
  const words = byBits(space, ['word'])
    .filter(({ isOpen }) => isOpen)
    .slice(0, MOST_CUT_WORDS)
    .map((entry) => ({ ...entry, column: trial.worth(termOf(entry), n).subarray(0, n) }));
  const settings = { meter, errorBits: ERROR_BITS, choiceBits: CHOICE_BITS, words, n };
  const byHeart = n * Math.log2(new Set(trial.right).size + 1);
  const one = decide(rows, candidates.all(), tests, meter);
  if (one !== undefined && one.bits < byHeart && trial.accepts(one.term())) return true;
  const tree = decideTree(rows, candidates.all(), tests, settings);
  return tree !== undefined && tree.bits < byHeart && trial.accepts(tree.term());
}

/** The terms that are right most often on the rows of the space. */
function mostRight(space: Space, right: Int32Array): Entry[] {
  return byBits(space, ['word', 'flag', 'symbol'])
    .filter(({ isOpen }) => isOpen)
    .map((entry) => {
      let hits = 0;
      for (let i = 0; i < right.length; i += 1) if (entry.column[i] === right[i]) hits += 1;
      return { entry, hits };
    })
    .filter(({ hits }) => hits > 1)
    .sort((a, b) => b.hits - a.hits || a.entry.bits - b.entry.bits)
    .slice(0, MOST_TERMS)
    .map(({ entry }) => entry);
}

function byBits(space: Space, types: readonly ('word' | 'flag' | 'symbol')[]): Entry[] {
  return types.flatMap((type) => space.entries(type)).sort((a, b) => a.bits - b.bits);
}

function rowsWith(n: number, holds: (row: number) => boolean): RowSet {
  const rows = noRows(n);
  for (let i = 0; i < n; i += 1) if (holds(i)) addRow(rows, i);
  return rows;
}
