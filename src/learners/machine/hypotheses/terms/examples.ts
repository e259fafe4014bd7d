import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { leastRight } from '../reward-labels.ts';
import { readScalar } from '../word-view.ts';
import type { LooksBack } from './face-columns.ts';
import type { FaceRow, Track } from './face-rows.ts';

/** A step with what was said at it and whether it was right. */
export interface Example {
  readonly row: FaceRow;
  readonly said: readonly number[];
  readonly isRight: boolean;
}

/** Steps that are read at most. */
const MOST_STEPS = 12_000;

/** What a program looks back at, and which steps can tell. */
export interface ExampleForm {
  readonly looksBack: LooksBack;
  /**
   * What was said before a step: of no account; right in the step before; right in all steps before; or whatever it was, where it is what is said that
   * the world goes on from.
   */
  readonly said: 'ignored' | 'right' | 'always right' | 'as it was';
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

/** Steps as examples, the latest first: they hold what the last proposal was wrong about. Of two answers the other one is right where one was wrong. */
export function examplesOf(episodes: readonly BitEpisode[], face: FacePorts, { said: form }: ExampleForm): Example[] {
  const least = leastRight(episodes);
  if (least === undefined) return [];
  const [only, other] = face.action.ports;
  const isBinary = other === undefined && only!.values === 2;
  const examples: Example[] = [];
  let read = 0;
  for (const { steps } of episodes.toReversed()) {
    if (read >= MOST_STEPS) break;
    read += steps.length;
    const said: number[][] = [];
    const track: Track = { seen: steps.map(({ observation }) => observation), said };
    let isSure = true;
    steps.forEach(({ action, reward }, at) => {
      const words = face.action.ports.map((port) => readScalar(action, port) + port.low);
      const isRight = reward >= least;
      const right = isBinary && !isRight ? [2 * only!.low + 1 - words[0]!] : words;
      if (form === 'ignored' || form === 'as it was' || isSure) {
        examples.push({ row: { track, at }, said: right, isRight: isRight || isBinary });
      }
      isSure = (isRight || isBinary) && (isSure || form !== 'always right');
      said.push(form === 'as it was' ? words : right);
    });
  }
  return examples;
}
