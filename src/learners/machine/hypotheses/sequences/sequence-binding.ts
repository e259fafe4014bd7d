import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { finalSequence, type Sequence, type SequenceShape } from '../../plans/sequence.ts';
import { listsOf } from '../list-reader.ts';
import { markAnswers } from '../reward-labels.ts';
import type { BitEpisode } from '../evidence.ts';
import { tokenOf } from '../token-part.ts';
import { lengthOf, readPort } from '../word-view.ts';

/** Which words of a face are tokens: a column of classes, perhaps one of payloads, by their places among the ports. */
export interface SequenceBinding {
  readonly tokens: number;
  /** Another column of the same list that is read as one token with the first. */
  readonly with?: number;
  readonly payloads?: number;
  /** The word of the action that is the answer. */
  readonly answer: number;
}

/** Token classes past this many make tables that no practice fills. */
const MOST_CLASSES = 16;

/** Words of an action that can be an answer to a sequence: one word, whatever else there is. */
function answerPorts({ action }: FacePorts): number[] {
  return action.ports.flatMap((port, index) => {
    const single = port.repeats.every(({ count }) => count === 1);
    return single && port.role === 'word' && port.cases.length === 0 ? [index] : [];
  });
}

/** All ways to read a face as one sequence with one answer, those with fewer classes first. */
export function sequenceBindings(face: FacePorts): SequenceBinding[] {
  const { ports } = face.observation;
  const found: SequenceBinding[] = [];
  for (const answer of answerPorts(face)) {
    for (const { columns } of listsOf(face.observation)) {
      for (const tokens of columns) {
        if (ports[tokens]!.values > MOST_CLASSES) continue;
        found.push({ tokens, answer });
        for (const other of columns) {
          if (other > tokens && ports[tokens]!.values * ports[other]!.values <= MOST_CLASSES)
            found.push({ tokens, with: other, answer });
        }
        for (const payloads of columns) {
          const fits = ports[payloads]!.values + 1 === face.action.ports[answer]!.values;
          if (payloads !== tokens && fits) found.push({ tokens, payloads, answer });
        }
      }
    }
  }
  return found.sort((a, b) => classesOf(a, ports) - classesOf(b, ports));
}

/** The ports whose words make a token. */
export function tokenPorts(binding: SequenceBinding, ports: readonly WordPort[]): WordPort[] {
  return [ports[binding.tokens]!, ...(binding.with === undefined ? [] : [ports[binding.with]!])];
}

function classesOf(binding: SequenceBinding, ports: readonly WordPort[]): number {
  return tokenPorts(binding, ports).reduce((product, { values }) => product * values, 1);
}

/** What sequences look like under a binding. */
export function shapeUnder(binding: SequenceBinding, face: FacePorts): SequenceShape {
  const { ports } = face.observation;
  return {
    classes: classesOf(binding, ports),
    payloads: binding.payloads === undefined ? 0 : ports[binding.payloads]!.values,
    answers: face.action.ports[binding.answer]!.values,
  };
}

/** One observation as a sequence with no answer known. */
export function sequenceAt(observation: Uint8Array, binding: SequenceBinding, ports: readonly WordPort[]): Sequence {
  const columns = tokenPorts(binding, ports);
  const count = lengthOf(observation, columns[0]!, ports);
  const read = columns.map((port) => readPort(observation, port));
  const counts = columns.map(({ values }) => values);
  const payloads = binding.payloads === undefined ? undefined : ports[binding.payloads]!;
  return finalSequence(
    Array.from({ length: count }, (_, i) =>
      tokenOf(
        read.map((words) => words[i]!),
        counts,
      ),
    ),
    -1,
    payloads === undefined ? undefined : readPort(observation, payloads).slice(0, count),
  );
}

/** What practice tells: the right answer where it was given, or the other of two where the wrong one was. */
export function labelledSequences(
  episodes: readonly BitEpisode[],
  binding: SequenceBinding,
  face: FacePorts,
): Sequence[] {
  const { ports } = face.observation;
  const answer = face.action.ports[binding.answer]!;
  return markAnswers(episodes, answer, face.action.ports).flatMap(({ step, words, right }) => {
    if (right !== 1 && answer.values !== 2) return [];
    const { classes, payloads } = sequenceAt(step.observation, binding, ports);
    if (classes.length === 0) return [];
    return [finalSequence(classes, right === 1 ? words[0]! : 1 - words[0]!, payloads)];
  });
}
