import { normalCdf } from '#foundation/statistics/distributions';
import type { Gap } from './separation.ts';

/** Whether strong answers beat weak ones over the questions of one kind. */
export interface Validity {
  /** Precision-weighted mean gap, shrunk towards 0 by the prior. */
  readonly gap: number;
  readonly standardError: number;
  /** P(gap > 0): near 0 for a judge that is consistently wrong, ½ for one that looks at something else. */
  readonly probability: number;
  readonly questions: number;
}

/** Gaps of good judges are of this order; the prior N(0, τ²) is on no side. */
const PRIOR_SPREAD = 0.25;

/**
 * Pools the gaps of questions of one kind, because one question has too few answers to show a sign.
 *
 *     D_c ~ N(0, τ²),   dᵢ ~ N(D_c, SEᵢ² + ω²)      ω² = between-question variance, by moments
 *     posterior precision 1/τ² + Σ 1/(SEᵢ² + ω²)
 *
 * @source DerSimonian & Laird 1986 with a normal prior; Gelman & Hill 2007 §12
 */
export function poolValidity(gaps: readonly Pick<Gap, 'difference' | 'squaredError'>[]): Validity {
  const between = spreadBetween(gaps);
  let precision = 1 / PRIOR_SPREAD ** 2;
  let weighted = 0;
  for (const { difference, squaredError } of gaps) {
    const own = 1 / (squaredError + between);
    precision += own;
    weighted += own * difference;
  }
  const gap = weighted / precision;
  const standardError = Math.sqrt(1 / precision);
  return { gap, standardError, probability: normalCdf(gap / standardError), questions: gaps.length };
}

/** ω² = max(0, (Q − (n − 1)) / (Σw − Σw²/Σw)), w = 1/SE². */
function spreadBetween(gaps: readonly Pick<Gap, 'difference' | 'squaredError'>[]): number {
  if (gaps.length < 2) return 0;
  const weights = gaps.map(({ squaredError }) => 1 / squaredError);
  const total = weights.reduce((sum, w) => sum + w, 0);
  const centre = gaps.reduce((sum, { difference }, i) => sum + (weights[i]! * difference) / total, 0);
  const q = gaps.reduce((sum, { difference }, i) => sum + weights[i]! * (difference - centre) ** 2, 0);
  const squares = weights.reduce((sum, w) => sum + w * w, 0);
  return Math.max(0, (q - (gaps.length - 1)) / (total - squares / total));
}
