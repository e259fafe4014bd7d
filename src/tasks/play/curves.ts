import type { Score } from './task-score.ts';

/** A point of a curve: at most so much of x was spent, and the share that was right. */
export interface CurvePoint {
  readonly at: number;
  readonly tasks: number;
  readonly accuracy: number;
}

/** What only many episodes together show. */
export interface Curves {
  /** Expected calibration error: Σ over ten bins of confidence of n_bin / n · |accuracy − mean confidence|. @source Naeini, Cooper & Hauskrecht 2015 */
  readonly ece?: number;
  /** Accuracy of the most confident share of the predictions made, from the surest on. */
  readonly coverage?: readonly CurvePoint[];
  /** Accuracy of the episodes with so many tool calls. */
  readonly calls?: readonly CurvePoint[];
}

const BINS = 10;

interface Stated {
  readonly confidence: number;
  readonly right: number;
}

/** A prediction with its confidence: as stated for one answer, or as foretold for a batch. */
function statedIn({ metrics }: Score): Stated | undefined {
  const { accuracy, overconfidence, forecast } = metrics;
  if (accuracy === undefined) return undefined;
  if (overconfidence !== undefined) return { confidence: overconfidence + accuracy, right: accuracy };
  return forecast === undefined ? undefined : { confidence: forecast, right: accuracy };
}

/** The calibration error and the curves of a group of scores; absent where its template has no confidences or no tool. */
export function curvesOf(scores: readonly Score[]): Curves {
  const stated = scores.flatMap((score) => statedIn(score) ?? []);
  const calls = scores.filter(({ metrics }) => metrics['calls'] !== undefined);
  return {
    ...(stated.length > 0 && { ece: expectedCalibrationError(stated), coverage: coverageCurve(stated, scores.length) }),
    ...(calls.length > 0 && { calls: callCurve(calls) }),
  };
}

function expectedCalibrationError(stated: readonly Stated[]): number {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, confidence: 0, right: 0 }));
  for (const { confidence, right } of stated) {
    const bin = bins[Math.min(BINS - 1, Math.max(0, Math.floor(confidence * BINS)))]!;
    bin.count += 1;
    bin.confidence += confidence;
    bin.right += right;
  }
  return bins.reduce((sum, { confidence, right }) => sum + Math.abs(right - confidence), 0) / stated.length;
}

/** One point per level of confidence: `at` is the share of all tasks that are predicted at this confidence or more. */
function coverageCurve(stated: readonly Stated[], tasks: number): CurvePoint[] {
  const levels = [...new Set(stated.map(({ confidence }) => Math.round(confidence * 100)))].sort((a, b) => b - a);
  return levels.map((level) => {
    const chosen = stated.filter(({ confidence }) => Math.round(confidence * 100) >= level);
    const right = chosen.reduce((sum, one) => sum + one.right, 0);
    return { at: chosen.length / tasks, tasks: chosen.length, accuracy: right / chosen.length };
  });
}

function callCurve(scores: readonly Score[]): CurvePoint[] {
  const counts = [...new Set(scores.map(({ metrics }) => metrics['calls']!))].sort((a, b) => a - b);
  return counts.map((at) => {
    const group = scores.filter(({ metrics }) => metrics['calls'] === at);
    return { at, tasks: group.length, accuracy: group.filter(({ ok }) => ok).length / group.length };
  });
}
