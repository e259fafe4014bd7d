import { mean } from '#foundation/statistics';
import { quantileOfT } from '#foundation/statistics/distributions';
import { type Estimate, estimateOf, unmeasured } from './estimate.ts';
import type { AnswerRegime, JudgedAnswer } from '../judgements.ts';

/** The gap between strong and weak answers before it is put on a scale. */
export interface Gap {
  /** D = mean judged score of strong answers − of weak ones. */
  readonly difference: number;
  readonly squaredError: number;
  readonly df: number;
}

/** Answers whose scores never differ still leave room for the next one to: a hundredth of the scale. */
const LEAST_SPREAD = 0.01 ** 2;

/**
 * D with its standard error; the sampling unit is the answer, not the pass, because more passes over the same few answers say
 * nothing about the next answer. Nothing where a regime has no scored answer.
 *
 *     SE² = Var(x̄_S) / n_S + Var(x̄_W) / n_W     (pooled variance where a regime has one answer)
 *
 * @source spec/reliability-loop §2.2; Welch 1947; pseudo-replication: Hurlbert 1984
 */
function gapOf(answers: readonly JudgedAnswer[]): Gap | undefined {
  const strong = meansOf(answers, 'strong');
  const weak = meansOf(answers, 'weak');
  const df = strong.length + weak.length - 2;
  if (strong.length === 0 || weak.length === 0 || df < 1) return undefined;
  const squares = squaresOf(strong) + squaresOf(weak);
  const pooled = Math.max(LEAST_SPREAD, squares / df);
  const own = (means: readonly number[]): number =>
    means.length < 2 ? pooled : Math.max(LEAST_SPREAD, squaresOf(means) / (means.length - 1));
  const squaredError = own(strong) / strong.length + own(weak) / weak.length;
  return { difference: mean(strong) - mean(weak), squaredError, df };
}

interface SeparationOptions {
  readonly mode: 'shrunk' | 'seed';
  /** The gap that counts as full separation. */
  readonly reference: number;
  readonly confidence: number;
}

/**
 * R_sep: whether strong answers are judged better than weak ones.
 *
 *     shrunk   min(1, [D]₊ · D² / (D² + SE²) / D_ref)     low variance where D is uncertain; bounds (D ± t SE) / D_ref
 *     seed     D, with 0 below
 *
 * @source spec/reliability-loop §2.2; shrinkage: James & Stein 1961, positive part
 */
export function separation(answers: readonly JudgedAnswer[], options: SeparationOptions): Estimate {
  const gap = gapOf(answers);
  if (gap === undefined) return unmeasured;
  const { difference: d, squaredError, df } = gap;
  const scale = options.mode === 'seed' ? 1 : options.reference;
  const reach = quantileOfT(options.confidence, df) * Math.sqrt(squaredError);
  const shrunk = options.mode === 'seed' ? d : (Math.max(0, d) * d * d) / (d * d + squaredError);
  return estimateOf(shrunk / scale, (d - reach) / scale, (d + reach) / scale);
}

/** One mean per drawn answer: a text drawn three times is three answers of equal quality. */
function meansOf(answers: readonly JudgedAnswer[], regime: AnswerRegime): number[] {
  return answers.flatMap((answer) => {
    if (answer.scores.length === 0) return [];
    const own = mean(answer.scores);
    return Array.from({ length: answer[regime] }, () => own);
  });
}

function squaresOf(means: readonly number[]): number {
  const centre = mean(means);
  return means.reduce((sum, x) => sum + (x - centre) ** 2, 0);
}
