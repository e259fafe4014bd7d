import { type Automaton, runAutomaton, signRows } from './automaton.ts';
import type { CandidateSpace } from './candidate-space.ts';
import type { Sequence } from './sequence.ts';

/** The automaton of a number with the table of answers that the fewest labels contradict; ties go to the lower answer. */
export function inferAnswers(
  space: CandidateSpace,
  number: number,
  sequences: readonly Sequence[],
  answers: number,
): Automaton {
  const places = space.size.states * signRows(space.size.counters);
  // An automaton that answers with the place it is at.
  const tracker = space.program(
    number,
    Array.from({ length: places }, (_, place) => place),
  );
  const counts = Array.from({ length: places }, () => new Float64Array(answers));
  for (const { classes, labels } of sequences) {
    const at = runAutomaton(tracker, classes);
    for (const [t, label] of labels.entries()) if (label >= 0) counts[at[t]!]![label]! += 1;
  }
  return { ...tracker, answers: counts.map((each) => each.indexOf(Math.max(...each))) };
}
