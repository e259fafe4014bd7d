import type { Rng } from '#foundation/kernel';
import type { FacePorts } from '#foundation/contracts/words';
import type { Automaton } from '../../plans/automaton.ts';
import { learnMerged } from '../../plans/merging/learn-merged.ts';
import { agreesWith } from '../../plans/programs/program.ts';
import type { Sequence } from '../../plans/sequence.ts';
import type { Evidence } from '../evidence.ts';
import type { HypothesisClass, Search } from '../hypothesis-class.ts';
import { type Actor, actorOf } from '../practice.ts';
import { goesOn, leastRight } from '../reward-labels.ts';
import { writeWord } from '../word-view.ts';
import { stateMachinePlan } from './state-machine-plan.ts';
import { shapeOfSteps, type StepBinding, stepBindingOf, stepSequences, tokenAt } from './step-binding.ts';

/** A finite automaton over the observations of an episode, and which words they are made of. */
export interface StateMachine {
  readonly program: Automaton;
  readonly binding: StepBinding;
  readonly bits: number;
}

const BATCH = 100;
/** Labels before states are merged, and how much more there must be for the next time. */
const FEWEST_LABELS = 400;
const GROWTH = 1.5;
/** Sequences that are merged at most: those with the most labels, the latest of those with as many. */
const MOST_SEQUENCES = 1500;
/**
 * Where nothing can be merged, n tokens of c classes become n states, and the fringe of them is listed n times: n² c, minutes for long episodes. So a
 * sample is merged first, and the rest only where that gave a machine and no list; both are bounded.
 */
const MOST_WORK = { sample: 5e7, all: 2e9 } as const;
/** States past this many are not a machine but a list of what was seen. */
const MOST_STATES = 128;
/** How often an answer is drawn by chance instead of the machine's: a rate is drawn for each episode, since mistakes early on may hide what comes later. */
const explores = [0.05, 0.15, 0.3] as const;

/** Finite automata over what is seen step by step, found by merging the states of the tree of all that was seen. */
export const stateMachineClass: HypothesisClass<StateMachine> = {
  name: 'state machine',
  says: 'a table of states follows what is seen step by step, and each state has its answer',
  admits: (face) => stepBindingOf(face) !== undefined,

  *propose({ face, practice, evidence, meter, rng }: Search) {
    if (!goesOn(evidence.episodes)) return;
    const binding = stepBindingOf(face)!;
    const shape = shapeOfSteps(binding, face);
    let [wanted, actor]: [number, 'chance' | Actor] = [FEWEST_LABELS, 'chance'];
    for (;;) {
      const sequences = mostLabelled(stepSequences(evidence.episodes, binding, face), shape.classes, 'all');
      const labels = sequences.reduce((sum, { labels: all }) => sum + all.filter((label) => label >= 0).length, 0);
      meter.spend(evidence.steps);
      if (labels >= wanted) {
        wanted = labels * GROWTH;
        const sample = mostLabelled(sequences, shape.classes, 'sample');
        const tried = learnMerged(sample, shape);
        const { program, bits } =
          tried.program.states <= MOST_STATES && sample.length < sequences.length
            ? learnMerged(sequences, shape)
            : tried;
        meter.spend(labels * program.states);
        if (program.states <= MOST_STATES) {
          const from = evidence.episodes.length;
          yield { program, binding, bits };
          const [played, right] = [evidence.episodes.slice(from), leastRight(evidence.episodes) ?? Infinity];
          if (played.length > 0 && played.every(({ steps }) => steps.every(({ reward }) => reward >= right)))
            return 'settled';
        }
        actor = explorer({ program, binding, bits }, face, rng);
      }
      practice.play(actor, BATCH);
      yield undefined;
    }
  },

  refute({ program, binding }, { episodes }: Evidence, face) {
    const at = stepSequences(episodes, binding, face).findIndex((sequence) => !agreesWith(program, sequence));
    return episodes[at]?.steps[0];
  },

  carry({ program, bits }, _, to) {
    const binding = stepBindingOf(to);
    if (binding === undefined) return undefined;
    const { classes, answers } = shapeOfSteps(binding, to);
    return classes === program.classes && program.answers.every((answer) => answer < answers)
      ? { program, binding, bits }
      : undefined;
  },

  toMachine: ({ program, binding }, face) => stateMachinePlan(program, binding, face),
  describe: ({ program: { states, classes } }) => `${states} states over ${classes} sights`,
  cost: ({ bits }) => bits,
};

/** Those with the most labels, the latest of those with as many, as many as the work allows. */
export function mostLabelled(
  sequences: readonly Sequence[],
  classes: number,
  work: keyof typeof MOST_WORK,
): readonly Sequence[] {
  const most = Math.sqrt(MOST_WORK[work] / classes);
  const total = sequences.reduce((sum, { labels }) => sum + labels.length, 0);
  if (sequences.length <= MOST_SEQUENCES && total <= most) return sequences;
  const known = ({ labels }: Sequence): number => labels.reduce((sum, label) => sum + (label >= 0 ? 1 : 0), 0);
  let tokens = 0;
  return sequences
    .toReversed()
    .toSorted((a, b) => known(b) - known(a))
    .slice(0, MOST_SEQUENCES)
    .filter(({ labels }) => (tokens += labels.length) <= most);
}

/** What the machine answers, and at times another answer. */
function explorer({ program, binding }: StateMachine, face: FacePorts, rng: Rng): Actor {
  const { states, next, answers } = program;
  const port = face.action.ports[binding.answer]!;
  return actorOf(() => {
    let state = 0;
    const rate = rng.pick(explores);
    return (observation) => {
      state = next[tokenAt(observation, binding, face) * states + state]!;
      const said = rng.chance(rate) ? rng.below(port.values) : answers[state]!;
      const action = new Uint8Array(face.action.width);
      writeWord(action, port.offset, port.width, said);
      return action;
    };
  });
}
