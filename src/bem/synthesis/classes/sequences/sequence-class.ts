import type { FacePorts } from '#contracts/words';
import type { BitStep, Evidence } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { agreesWith, type StepProgram } from '../../program.ts';
import { hasAnswers, isFaultless, markAnswers } from '../reward-labels.ts';
import { searchPrograms } from './search-programs.ts';
import {
  labelledSequences,
  type SequenceBinding,
  sequenceAt,
  sequenceBindings,
  shapeUnder,
} from './sequence-binding.ts';
import { sequencePlan } from './sequence-plan.ts';

/** A program over tokens, and which words are the tokens. */
export interface SequenceHypothesis {
  readonly program: StepProgram;
  readonly binding: SequenceBinding;
  readonly template: string;
  readonly bits: number;
}

/** Episodes that chance plays between two searches, and labels that a search is given at least. */
const BATCH = 200;
const FEWEST_LABELS = 96;
const MOST_LABELS = 320;

/**
 * Finite control over counters, a stack or a memory, read off labelled sequences by counterexamples. The label of a sequence is what was
 * answered when the reward was highest.
 */
export const sequenceClass: HypothesisClass<SequenceHypothesis> = {
  name: 'sequence program',
  says: 'a control table with counters, a stack or a memory reads a list of tokens',
  admits: (face) => sequenceBindings(face).length > 0,

  *propose({ face, practice, evidence, meter }: Search) {
    if (!hasAnswers(evidence.episodes)) return;
    const bindings = sequenceBindings(face);
    let asked = 0;
    for (;;) {
      const labels = Math.max(...bindings.map((binding) => labelledSequences(evidence.episodes, binding, face).length));
      meter.spend(evidence.episodes.length);
      if (labels >= Math.min(MOST_LABELS, Math.max(FEWEST_LABELS, 2 * asked))) {
        for (const binding of bindings) {
          const data = labelledSequences(evidence.episodes, binding, face).slice(0, MOST_LABELS);
          const found = yield* searchPrograms(data, shapeUnder(binding, face), meter);
          if (found === undefined) continue;
          const from = evidence.episodes.length;
          yield { ...found, binding };
          const port = face.action.ports[binding.answer]!;
          if (isFaultless(evidence.episodes, evidence.episodes.length - from, port, face.action.ports))
            return 'settled';
        }
        if (labels >= MOST_LABELS) return;
        asked = labels;
      }
      practice.play('chance', BATCH);
      yield undefined;
    }
  },

  refute({ program, binding }, { episodes }: Evidence, face): BitStep | undefined {
    const port = face.action.ports[binding.answer]!;
    return markAnswers(episodes, port, face.action.ports).find(({ step, words, right }) => {
      const { classes, payloads } = sequenceAt(step.observation, binding, face.observation.ports);
      const labels = new Int16Array(classes.length).fill(-1);
      labels[classes.length - 1] = words[0]!;
      return agreesWith(program, { classes, labels, ...(payloads && { payloads }) }) !== (right === 1);
    })?.step;
  },

  carry({ program, binding, template, bits }, from, to) {
    const next = sequenceBindings(to).find((other) => isAlike(binding, from, other, to));
    if (next === undefined) return undefined;
    const { classes, payloads, answers } = shapeUnder(next, to);
    if (classes !== program.classes) return undefined;
    if (program.kind === 'memory-controller') {
      return answers === payloads + 1
        ? { program: { ...program, payloads }, binding: next, template, bits }
        : undefined;
    }
    return { program, binding: next, template, bits };
  },

  toMachine: ({ program, binding }, face) => sequencePlan(program, binding, face),

  describe({ program, template }) {
    switch (program.kind) {
      case 'constant':
        return `always ${program.answer}`;
      case 'automaton':
        return `${program.states} states${program.counters > 0 ? `, ${program.counters} counters` : ''}${(program.symbols ?? 0) > 0 ? ', a stack' : ''} (${template})`;
      case 'word-cell':
        return `a word of ${program.width} bits (${template})`;
      case 'memory-controller':
        return `a memory under ${program.states} states (${template})`;
    }
  },

  cost: ({ bits }) => bits,
};

/** Whether two bindings name the same columns of two faces whose sizes differ. */
function isAlike(a: SequenceBinding, from: FacePorts, b: SequenceBinding, to: FacePorts): boolean {
  const sameCount = from.observation.ports.length === to.observation.ports.length;
  return sameCount
    ? a.tokens === b.tokens && a.payloads === b.payloads && a.answer === b.answer
    : (a.payloads === undefined) === (b.payloads === undefined);
}
