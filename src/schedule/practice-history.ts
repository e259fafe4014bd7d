import { Fault } from '#foundation/kernel';
import { type Mark, measureProgress } from './progress.ts';

/** A practice record: how often something was practised, its last scores (oldest first), and whether practice moves them. */
export interface Track {
  readonly visits: number;
  readonly marks: readonly Mark[];
  /** Running mean of z² = (slope / error)²: near 1 for pure noise, far above it while something is learned or lost. */
  readonly evidence: number;
}

/** Before anything is known, practice is believed to help: z = 2. */
export const emptyTrack: Track = { visits: 0, marks: [], evidence: 4 };

/**
 * The record with one more score; beyond `window` the oldest is forgotten.
 *
 *     evidence ← (1 − r) · evidence + r · min(z², 16),   r = `rate`, z² = 0 for a score that does not change at all
 *
 * @source spec/pipeline §2.1: moving window of validation metrics; the evidence is ours, against noise that looks like progress
 */
export function extendTrack(track: Track, mark: Mark, window: number, rate: number): Track {
  if (!(mark.score >= 0 && mark.score <= 1)) {
    throw new Fault('schedule/bad-observation', `a score must lie in [0, 1], not ${mark.score}`);
  }
  const marks = [...track.marks, mark].slice(-window);
  const { slope, error } = measureProgress(marks);
  const known = Number.isFinite(error);
  const z2 = slope === 0 ? 0 : Math.min(16, (slope / error) ** 2);
  return {
    visits: track.visits + 1,
    marks,
    evidence: known ? (1 - rate) * track.evidence + rate * z2 : track.evidence,
  };
}

/** The mean of the last `count` remembered scores; `otherwise` when there is none. */
export function recentScore({ marks }: Track, count: number, otherwise: number): number {
  const recent = marks.slice(-count);
  return recent.length === 0 ? otherwise : recent.reduce((sum, mark) => sum + mark.score, 0) / recent.length;
}
