import type { Knobs } from '../knobs.ts';
import { measureProgress, significantProgress } from '../progress.ts';
import { recentScore, type Track } from '../practice-history.ts';

/** Why something deserves practice. */
export interface Interest {
  /** Practice moves it now, or has been shown to. */
  readonly progress: number;
  /** Too little is known of it, or it is long ago. */
  readonly uncertainty: number;
}

/**
 * How interesting each of several tracks is to practise at meta step `now`.
 *
 *     progress    = H · P / max(P_min, max_e P_e)  +  √H · max(0, 1 − z₀² / evidence)
 *     uncertainty = H · (1 / √(1 + visits) + min(1, age / revisitAfter))
 *
 * H = 1 − mean of the last four scores is the headroom, 1 when untried, so what is mastered loses interest; P is the
 * significant part of |slope|, so forgetting attracts practice as learning does; `evidence` is the running mean of z²,
 * so what never answers to practice is left to the floor. Uncertainty is about the learner, not about its dice: it
 * shrinks with visits, where the variance of scores, as the specification suggests, would reward pure noise for ever.
 *
 * @source spec/pipeline §4 (ΔL, U), repaired: |LP| of Matiisen et al. 2017, arXiv:1707.00183; staleness as in Jiang et al. 2021, arXiv:2010.03934
 */
export function weighInterest(tracks: readonly Track[], now: number, knobs: Knobs): Interest[] {
  const progress = tracks.map((track) => significantProgress(measureProgress(track.marks), knobs.significance));
  const scale = Math.max(knobs.minProgress, ...progress);
  return tracks.map((track, i) => {
    // A mean of perfect scores can round to a little more than 1, and the root of less than 0 is not a number.
    const headroom = Math.max(0, 1 - recentScore(track, 4, 0));
    const age = now - (track.marks.at(-1)?.at ?? -Infinity);
    const learnable = Math.max(0, 1 - knobs.noiseEvidence / track.evidence);
    return {
      progress: (headroom * progress[i]!) / scale + Math.sqrt(headroom) * learnable,
      uncertainty: headroom * (1 / Math.sqrt(1 + track.visits) + Math.min(1, age / knobs.revisitAfter)),
    };
  });
}
