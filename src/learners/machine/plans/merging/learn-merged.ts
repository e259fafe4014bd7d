import type { Automaton } from '../automaton.ts';
import type { Sequence, SequenceShape } from '../sequence.ts';
import { learnEdsm } from './state-merging.ts';

/** An automaton with its description length. */
export interface Merged {
  readonly program: Automaton;
  readonly bits: number;
}

/**
 * The automaton that merging states finds, however many states it has: what the spaces of tables are too large to be searched for. A step that the
 * data never made stays where it is.
 *
 * @source Lang, Pearlmutter & Price 1998 (evidence-driven state merging)
 */
export function learnMerged(sequences: readonly Sequence[], { classes, answers }: SequenceShape): Merged {
  const merged = learnEdsm(sequences, classes);
  const { states } = merged;
  const next = Array.from({ length: classes * states }, (_, row) => {
    const state = row % states;
    const to = merged.next[state * classes + Math.floor(row / states)]!;
    return to < 0 ? state : to;
  });
  const program: Automaton = {
    kind: 'automaton',
    classes,
    states,
    counters: 0,
    next,
    moves: [],
    answers: Array.from({ length: states }, (_, state) => Math.max(0, merged.answers[state]!)),
  };
  return { program, bits: classes * states * Math.log2(states) + states * Math.log2(answers) };
}
