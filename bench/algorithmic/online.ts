import { agreesWith } from '#learners/machine/plans/programs';
import { learnProgram, type LearntProgram, type Sequence, type SequenceShape } from '#learners/machine/plans';
import type { Table } from '../suite.ts';
import { groundsOf } from './grounds-of.ts';

/** What online learning came to: every answer is given before its label is seen. */
export interface OnlineRun {
  readonly sequences: number;
  readonly mistakes: number;
  /** Mistakes in the second half of the sequences. */
  readonly late: number;
  /** The sequence of the last mistake, counted from 1; 0 where there was none. */
  readonly last: number;
  /** How often a program was looked for. */
  readonly searches: number;
  readonly learnt: LearntProgram | undefined;
}

/** The first search, and how much more must have been seen before the next while nothing is believed. */
const FIRST = 32;
const GROWTH = 1.5;

/**
 * Learns online: each sequence is answered by the program in force, then its label is seen. A program is looked for in all that was seen when half as much
 * again has come since the last search, and at once when the program in force is wrong; until one is believed the answer is 0.
 *
 * @source spec/benchmark-suite §3.1.2: training with online learning enabled until a fixed budget of sequences
 */
export function learnOnline(sequences: readonly Sequence[], shape: SequenceShape): OnlineRun {
  let learnt: LearntProgram | undefined;
  let [mistakes, late, last, searches, next] = [0, 0, 0, 0, FIRST];
  for (const [i, sequence] of sequences.entries()) {
    const isRight = learnt === undefined ? sequence.labels.at(-1) === 0 : agreesWith(learnt.program, sequence);
    if (!isRight) {
      mistakes += 1;
      last = i + 1;
      if (i >= sequences.length / 2) late += 1;
    }
    const isRefuted = !isRight && learnt !== undefined && learnt.grounds === 'exact';
    const isOpen = learnt === undefined || learnt.grounds !== 'exact';
    if (!isRefuted && !(isOpen && i + 1 >= next)) continue;
    learnt = learnProgram(sequences.slice(0, i + 1), shape, { noiseRestarts: 0 });
    searches += 1;
    next = Math.ceil((i + 1) * GROWTH);
  }
  return { sequences: sequences.length, mistakes, late, last, searches, learnt };
}

export function onlineTable(runs: readonly (OnlineRun & { readonly seed: number })[]): Table {
  return {
    title: 'Online: each sequence is answered before its label is seen',
    columns: ['seed', 'sequences', 'mistakes', 'last mistake', 'searches', 'grounds', 'template'],
    rows: runs.map(({ seed, sequences, mistakes, last, searches, learnt }) => [
      seed,
      sequences,
      mistakes,
      last,
      searches,
      learnt === undefined ? 'not learnt' : groundsOf(learnt),
      learnt?.template ?? null,
    ]),
  };
}
