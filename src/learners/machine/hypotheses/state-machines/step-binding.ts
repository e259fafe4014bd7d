import type { FacePorts } from '#foundation/contracts/words';
import type { Sequence, SequenceShape } from '../../plans/sequence.ts';
import type { BitEpisode, BitStep } from '../evidence.ts';
import { leastRight } from '../reward-labels.ts';
import { tokenOf } from '../token-part.ts';
import { readScalar } from '../word-view.ts';

/** Which words of an observation make its token, and which word of the action is the answer. */
export interface StepBinding {
  readonly words: readonly number[];
  readonly answer: number;
}

/** Tokens and answers past this many make tables that no practice fills. */
const MOST_TOKENS = 64;
const MOST_ANSWERS = 64;

/** An observation of few values in all, and an action of one word. */
export function stepBindingOf({ observation, action }: FacePorts): StepBinding | undefined {
  const { ports } = observation;
  const [answer, other] = action.ports;
  const isPlain = [...ports, ...action.ports].every(
    ({ role, repeats, cases }) => (role === 'word' || role === 'tag') && repeats.length === 0 && cases.length === 0,
  );
  if (!isPlain || answer === undefined || other !== undefined || answer.values > MOST_ANSWERS) return undefined;
  const tokens = ports.reduce((product, { values }) => product * values, 1);
  return tokens > MOST_TOKENS ? undefined : { words: ports.map((_, i) => i), answer: 0 };
}

/** How many values each word of the token has. */
export function countsUnder({ words }: StepBinding, { observation: { ports } }: FacePorts): number[] {
  return words.map((word) => ports[word]!.values);
}

export function shapeOfSteps(binding: StepBinding, face: FacePorts): SequenceShape {
  return {
    classes: countsUnder(binding, face).reduce((product, count) => product * count, 1),
    payloads: 0,
    answers: face.action.ports[binding.answer]!.values,
  };
}

/** The token of an observation. */
export function tokenAt(observation: Uint8Array, binding: StepBinding, face: FacePorts): number {
  const values = binding.words.map((word) => readScalar(observation, face.observation.ports[word]!));
  return tokenOf(values, countsUnder(binding, face));
}

/** The answer that a step gave. */
function answerAt({ action }: Pick<BitStep, 'action'>, binding: StepBinding, face: FacePorts): number {
  return readScalar(action, face.action.ports[binding.answer]!);
}

/**
 * Episodes as sequences: a step that earned what right ones do gave the right answer, and of two answers the other is right where a step
 * earned the least. Whether what is right depends on tokens alone is for the trial to tell.
 */
export function stepSequences(episodes: readonly BitEpisode[], binding: StepBinding, face: FacePorts): Sequence[] {
  const isTwo = face.action.ports[binding.answer]!.values === 2;
  const right = leastRight(episodes);
  if (right === undefined) return [];
  let least = Infinity;
  for (const { steps } of episodes) for (const { reward } of steps) least = Math.min(least, reward);
  return episodes.map(({ steps }) => ({
    classes: Uint8Array.from(steps, ({ observation }) => tokenAt(observation, binding, face)),
    labels: Int16Array.from(steps, (step) => {
      const answer = answerAt(step, binding, face);
      if (step.reward >= right) return answer;
      return isTwo && step.reward === least ? 1 - answer : -1;
    }),
  }));
}
