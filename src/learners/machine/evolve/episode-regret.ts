import type { Score } from '#tasks/play';
import { z } from 'zod';

/** One episode as the curriculum counts it: 1 − normalised score, cut to [0, 1], is the regret. */
export const Seen = z.strictObject({ passed: z.boolean(), regret: z.number().min(0).max(1) });
export type Seen = z.infer<typeof Seen>;

/** Normalised score; tasks on which nothing can be gained say nothing. */
export function normalisedOf({ normalised }: Score): number {
  return normalised ?? 1;
}

/** Normalised score within [0, 1], as a test of bounded differences needs it. */
export function cutScore(score: Score): number {
  return Math.min(1, Math.max(0, normalisedOf(score)));
}

export function seenOf(score: Score): Seen {
  const regret = 1 - cutScore(score);
  return { passed: score.ok && regret < 0.1, regret };
}

export function meanScore(scores: readonly Score[]): number {
  return scores.reduce((sum, score) => sum + normalisedOf(score), 0) / Math.max(1, scores.length);
}
