import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { leastRight } from '../reward-labels.ts';
import { readScalar } from '../word-view.ts';
import { Batch, type BatchGiven, type Situation } from './batch.ts';
import type { Register } from './typed-term.ts';

/** A step with what was said at it and whether it was right, and what each register holds. */
export interface Example {
  readonly situation: Situation;
  readonly said: readonly number[];
  readonly isRight: boolean;
  readonly kept: readonly number[];
}

/** Steps that are read at most. */
const MOST_STEPS = 12_000;

/** What is asked of the steps of practice. */
export interface ExampleForm {
  /**
   * What was said before a step: of no account; right in the step before; right in all steps before; or whatever it was, where it is what is said that the
   * world goes on from.
   */
  readonly said: 'ignored' | 'right' | 'always right' | 'as it was';
  readonly registers: readonly Register[];
}

/** The values that an action says. */
function saidBy(action: Uint8Array, { action: { ports } }: FacePorts): number[] {
  return ports.map((port) => readScalar(action, port) + port.low);
}

/** Right answers, and steps in all. */
export function countRight(episodes: readonly BitEpisode[]): { readonly right: number; readonly steps: number } {
  const least = leastRight(episodes) ?? Infinity;
  let [right, steps] = [0, 0];
  for (const each of episodes) {
    steps += each.steps.length;
    for (const { reward } of each.steps) if (reward >= least) right += 1;
  }
  return { right, steps };
}

/** Steps as examples: of two answers the other one is right where one was wrong. */
export function examplesOf(
  episodes: readonly BitEpisode[],
  face: FacePorts,
  { said: form, registers }: ExampleForm,
): Example[] {
  const least = leastRight(episodes);
  if (least === undefined) return [];
  const lows = face.action.ports.map(({ low }) => low);
  const [only, other] = face.action.ports;
  const isBinary = other === undefined && only!.values === 2;
  const situations: Situation[] = [];
  const marks: { readonly said: readonly number[]; readonly isRight: boolean; readonly isMeant: boolean }[] = [];
  // The latest first: they hold what the last proposal was wrong about.
  for (const { steps } of episodes.toReversed()) {
    if (situations.length >= MOST_STEPS) break;
    let [last, isSure] = [lows, true];
    for (const [t, { observation, action, reward }] of steps.entries()) {
      const said = saidBy(action, face);
      const isRight = reward >= least;
      const right = isBinary && !isRight ? [2 * only!.low + 1 - said[0]!] : said;
      situations.push({ observation, begins: t === 0, said: last });
      marks.push({
        said: right,
        isRight: isRight || isBinary,
        isMeant: isSure || form === 'ignored' || form === 'as it was',
      });
      isSure = (isRight || isBinary) && (isSure || form !== 'always right');
      last = form === 'as it was' ? said : right;
    }
  }
  const batch = new Batch(situations, givenOf(face, registers), 0);
  const kept = registers.map((register) => batch.register(register));
  return situations.flatMap((situation, i) => {
    const { said, isRight, isMeant } = marks[i]!;
    return isMeant ? [{ situation, said, isRight, kept: kept.map((column) => column[i]!) }] : [];
  });
}

export function givenOf({ observation, action }: FacePorts, registers: readonly Register[]): BatchGiven {
  return { ports: observation.ports, answers: action.ports.map(({ values }) => values), registers };
}

/** Terms are computed at examples, registers as they were seen. */
export function batchOf(
  examples: readonly Example[],
  face: FacePorts,
  registers: readonly Register[],
  word: number,
): Batch {
  const kept = registers.map((_, r) => Int32Array.from(examples, (one) => one.kept[r]!));
  return new Batch(
    examples.map(({ situation }) => situation),
    { ...givenOf(face, registers), kept },
    word,
  );
}
