import type { FacePorts } from '#foundation/contracts/words';
import type { BitStep, Evidence } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { agreesWith, type StepProgram } from '../../plans/programs/program.ts';
import type { Sequence } from '../../plans/sequence.ts';
import { hasAnswers, isFaultless, markAnswers } from '../reward-labels.ts';
import { climbPrograms, labelsToClimb, searchPrograms } from './search-programs.ts';
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
/** Labels from which on a climbed table is believed at most, how many times as many it is climbed by, and batches that are played for them. */
const MOST_CLIMBED = 640;
const CLIMBS = [1.5, 3] as const;
const MOST_BATCHES = 20;

/**
 * Finite control over counters, a stack or a memory, read off labelled sequences by counterexamples. The label of a sequence is what was
 * answered when the reward was highest.
 */
export const sequenceClass: HypothesisClass<SequenceHypothesis> = {
  name: 'sequence program',
  says: 'a control table with counters, a stack or a memory reads a list of tokens',
  admits: (face) => sequenceBindings(face).length > 0,

  *propose(search: Search) {
    const { face, practice, evidence, meter } = search;
    if (!hasAnswers(evidence.episodes)) return;
    const bindings = sequenceBindings(face);
    if ((yield* climb(search, bindings)) === 'settled') return 'settled';
    let asked = 0;
    for (;;) {
      const labels = Math.max(...bindings.map((binding) => labelledSequences(evidence.episodes, binding, face).length));
      meter.spend(evidence.episodes.length);
      if (labels >= Math.min(MOST_LABELS, Math.max(FEWEST_LABELS, 2 * asked))) {
        for (const binding of bindings) {
          const data = labelledSequences(evidence.episodes, binding, face).slice(0, MOST_LABELS);
          const found = yield* searchPrograms(data, shapeUnder(binding, face), meter);
          if (found !== undefined && (yield* offer({ ...found, binding }, search)) === 'settled') return 'settled';
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
      case 'move-controller':
        return `a memory under ${program.states} states (${template})`;
    }
  },

  cost: ({ bits }) => bits,
};

type Offers = Generator<SequenceHypothesis | undefined, 'settled' | void, void>;

/** Has a hypothesis tried; it is settled when every answer of the trial was right. */
function* offer(hypothesis: SequenceHypothesis, { face, evidence }: Search): Offers {
  const from = evidence.episodes.length;
  yield hypothesis;
  const port = face.action.ports[hypothesis.binding.answer]!;
  if (isFaultless(evidence.episodes, evidence.episodes.length - from, port, face.action.ports)) return 'settled';
}

/**
 * Climbing is cheap where it applies: readings of the face are climbed, with as many labels as it takes, before any is given to a solver. A reading
 * that another refines is left out, since whatever it can say the other can say as well.
 */
function* climb(search: Search, bindings: readonly SequenceBinding[]): Offers {
  const { face, practice, evidence, meter, rng } = search;
  const wanted = (binding: SequenceBinding): number => labelsToClimb(shapeUnder(binding, face));
  const climbable = bindings.filter((binding) => wanted(binding) <= MOST_CLIMBED);
  const finest = climbable.filter((one) => !climbable.some((other) => refines(other, one)));
  for (const share of CLIMBS) {
    for (const binding of finest) {
      const labelled = (): Sequence[] => labelledSequences(evidence.episodes, binding, face);
      for (let batch = 0; batch < MOST_BATCHES && labelled().length < share * wanted(binding); batch += 1) {
        practice.play('chance', BATCH);
        yield undefined;
      }
      const data = labelled().slice(0, share * wanted(binding));
      const found = yield* climbPrograms(data, shapeUnder(binding, face), { meter, rng });
      if (found !== undefined && (yield* offer({ ...found, binding }, search)) === 'settled') return 'settled';
    }
  }
}

/** Whether the tokens of one reading tell those of another. */
function refines(a: SequenceBinding, b: SequenceBinding): boolean {
  return a.with !== undefined && b.with === undefined && a.answer === b.answer && [a.tokens, a.with].includes(b.tokens);
}

/** Whether two bindings name the same columns of two faces whose sizes differ. */
function isAlike(a: SequenceBinding, from: FacePorts, b: SequenceBinding, to: FacePorts): boolean {
  const sameCount = from.observation.ports.length === to.observation.ports.length;
  return sameCount
    ? a.tokens === b.tokens && a.with === b.with && a.payloads === b.payloads && a.answer === b.answer
    : (a.with === undefined) === (b.with === undefined) && (a.payloads === undefined) === (b.payloads === undefined);
}
