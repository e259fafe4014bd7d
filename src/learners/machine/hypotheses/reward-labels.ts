import type { WordPort } from '#foundation/contracts/words';
import type { BitEpisode, BitStep } from './evidence.ts';
import { lengthOf, readPort } from './word-view.ts';

/** An observation, an answer that was given to it, and how many words of the answer were right. */
export interface Marked {
  readonly step: BitStep;
  /** The words of the answer, as they lie. */
  readonly words: readonly number[];
  readonly right: number;
}

/** The words of an action in one column: all of a list up to its length, or the one word there is. */
export function answerWords(action: Uint8Array, port: WordPort, ports: readonly WordPort[]): number[] {
  return readPort(action, port).slice(0, lengthOf(action, port, ports));
}

/** Whether some episode was one step long: only then is a reward the mark of an answer. */
export function hasAnswers(episodes: readonly BitEpisode[]): boolean {
  return episodes.some(({ steps }) => steps.length === 1);
}

/** Whether some of what was played went on after its first step. */
export function goesOn(episodes: readonly BitEpisode[]): boolean {
  return episodes.some(({ steps }) => steps.length > 1);
}

/** Gaps this much alike are taken for the same. */
const SAME_GAP = 1e-9;

/**
 * The lowest reward of a step that was right: what lies above the widest gap between rewards, the highest of several as wide. Where every right step of an episode
 * earns the same part of 1, right ones earn different amounts in episodes of different lengths. None where all rewards are the same.
 */
export function leastRight(episodes: readonly BitEpisode[]): number | undefined {
  const rewards = new Set<number>();
  for (const { steps } of episodes) for (const { reward } of steps) rewards.add(reward);
  const sorted = [...rewards].sort((a, b) => a - b);
  let [widest, least]: [number, number | undefined] = [0, undefined];
  for (let i = 1; i < sorted.length; i += 1) {
    const gap = sorted[i]! - sorted[i - 1]!;
    if (gap >= widest - SAME_GAP) [widest, least] = [Math.max(widest, gap), sorted[i]];
  }
  return least;
}

interface Answer {
  readonly step: BitStep;
  readonly words: readonly number[];
}

/**
 * Reads rewards of one-step episodes as the number of right words: the highest reward per word that was seen is what a right word earns, the
 * lowest reward what an answer without one earns. Rewards between whole numbers of words tell nothing and are left out.
 */
export function markAnswers(
  episodes: readonly BitEpisode[],
  port: WordPort,
  ports: readonly WordPort[],
): readonly Marked[] {
  const answers = episodes
    .filter(({ steps }) => steps.length === 1)
    .map(({ steps }): Answer => ({ step: steps[0]!, words: answerWords(steps[0]!.action, port, ports) }));
  const base = answers.reduce((low, { step }) => Math.min(low, step.reward), Infinity);
  const unit = answers.reduce(
    (high, { step, words }) => (words.length === 0 ? high : Math.max(high, (step.reward - base) / words.length)),
    0,
  );
  if (unit <= 0) return [];
  return answers
    .map(({ step, words }) => ({ step, words, right: (step.reward - base) / unit }))
    .filter(({ right, words }) => Math.abs(right - Math.round(right)) < 1e-9 && right <= words.length + 1e-9)
    .map((one) => ({ ...one, right: Math.round(one.right) }));
}

/** Whether every word of the last answers was right, as far as all rewards tell. */
export function isFaultless(
  episodes: readonly BitEpisode[],
  last: number,
  port: WordPort,
  ports: readonly WordPort[],
): boolean {
  const latest = new Set(episodes.slice(-last).map(({ steps }) => steps[0]));
  const right = markAnswers(episodes, port, ports).filter(
    (one) => latest.has(one.step) && one.right === one.words.length,
  );
  return last > 0 && right.length === last;
}

/** How many words of an answer a hypothesis would call right: none where the lengths differ. */
export function countEqual(wanted: readonly number[], given: readonly number[]): number {
  if (wanted.length !== given.length) return 0;
  return wanted.reduce((sum, word, i) => sum + (word === given[i] ? 1 : 0), 0);
}
