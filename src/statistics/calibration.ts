import { requireSameLength, requireSample, requireWhole, requireWithin } from './require-sample.ts';

/**
 * Expected calibration error: how far stated confidence and observed success lie apart, bin by bin.
 *
 *     ECE = Σ_b (n_b / n) |success_b − confidence_b|
 *
 * Bin b of B equal widths holds the confidences in (b/B, (b+1)/B]; 0 belongs to the first. Empty bins weigh nothing.
 *
 * @source Naeini, Cooper & Hauskrecht 2015; bins closed on the right as in Guo et al. 2017, arXiv:1706.04599
 */
export function expectedCalibrationError(
  confidences: readonly number[],
  outcomes: readonly boolean[],
  bins = 10,
): number {
  requireForecast(confidences, outcomes, 'expectedCalibrationError');
  requireWhole(bins, 1, 1e6, 'bins');
  const gaps = new Float64Array(bins);
  for (const [i, confidence] of confidences.entries()) {
    gaps[binOf(confidence, bins)]! += Number(outcomes[i]!) - confidence;
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / confidences.length;
}

/** The mean squared gap between confidence and outcome: 0 perfect, ¼ for always saying ½. @source Brier 1950 */
export function brierScore(confidences: readonly number[], outcomes: readonly boolean[]): number {
  requireForecast(confidences, outcomes, 'brierScore');
  let sum = 0;
  for (const [i, confidence] of confidences.entries()) sum += (confidence - Number(outcomes[i]!)) ** 2;
  return sum / confidences.length;
}

/** Compared with the edge itself: the product 0.07 · 100 rounds above 7, and 0.30000000000000004 · 10 rounds to 3. */
function binOf(confidence: number, bins: number): number {
  const bin = Math.floor(confidence * bins);
  return bin > 0 && confidence <= bin / bins ? bin - 1 : bin;
}

function requireForecast(confidences: readonly number[], outcomes: readonly boolean[], what: string): void {
  requireSameLength(confidences, outcomes, what);
  requireSample(confidences, what);
  for (const [i, confidence] of confidences.entries()) requireWithin(confidence, 0, 1, `confidence ${i}`);
}
