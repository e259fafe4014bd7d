import type { FacePorts } from '#contracts/words';
import type { BitEpisode } from '../evidence.ts';
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
/** A reward this close to the highest is as high. */
const SAME = 1e-9;

/** What is asked of the steps of practice. */
export interface ExampleForm {
  /** Only steps before which the answer was right: what was said is then what should have been. */
  readonly isChained: boolean;
  readonly registers: readonly Register[];
}

/** The values that an action says. */
function saidBy(action: Uint8Array, { action: { ports } }: FacePorts): number[] {
  return ports.map((port) => readScalar(action, port) + port.low);
}

/** The highest reward of a step; none where all are the same. */
function highestOf(episodes: readonly BitEpisode[]): number | undefined {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { steps } of episodes) {
    for (const { reward } of steps) {
      lowest = Math.min(lowest, reward);
      highest = Math.max(highest, reward);
    }
  }
  return highest > lowest ? highest : undefined;
}

/** Right answers, and steps in all. */
export function countRight(episodes: readonly BitEpisode[]): { readonly right: number; readonly steps: number } {
  const highest = highestOf(episodes) ?? Infinity;
  let [right, steps] = [0, 0];
  for (const each of episodes) {
    steps += each.steps.length;
    for (const { reward } of each.steps) if (reward >= highest - SAME) right += 1;
  }
  return { right, steps };
}

/** Steps as examples: right is what earned as much as any step ever did; where there are two answers the other one is right otherwise. */
export function examplesOf(
  episodes: readonly BitEpisode[],
  face: FacePorts,
  { isChained, registers }: ExampleForm,
): Example[] {
  const highest = highestOf(episodes);
  if (highest === undefined) return [];
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
      const isRight = reward >= highest - SAME;
      const right = isBinary && !isRight ? [2 * only!.low + 1 - said[0]!] : said;
      situations.push({ observation, begins: t === 0, said: last });
      marks.push({ said: right, isRight: isRight || isBinary, isMeant: isSure || !isChained });
      isSure = isRight || isBinary;
      last = right;
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
