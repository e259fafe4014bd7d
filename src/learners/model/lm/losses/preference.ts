import { Fault } from '#foundation/kernel';
import { type Objective, sum } from '../objective.ts';
import type { Sequence } from '../sequence.ts';

/** Two answers to one prompt, the first preferred. */
export interface Pair {
  readonly chosen: Sequence;
  readonly rejected: Sequence;
}

/** A pair with what the reference says of it, and how often its preference is the wrong way round. */
export interface ReferencedPair extends Pair {
  /** log P of each answer as a whole under the frozen reference. */
  readonly reference: { readonly chosen: number; readonly rejected: number };
  /** Chance that the judge's preference is flipped, below ½. */
  readonly flipRate?: number;
}

export interface DpoOptions {
  readonly beta?: number;
  /** Weight of mean −log P of the chosen answers, which keeps them likely. */
  readonly chosenWeight?: number;
  /** `robust` is unbiased under the flip rate, `conservative` smooths the label. */
  readonly correction?: 'robust' | 'conservative';
}

/** −ln σ(x), without overflow. */
function softLoss(x: number): number {
  return Math.max(-x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
}

/** σ(x). */
function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * With margin m = β · (log-ratio of the chosen − log-ratio of the rejected), both against the reference, and flip rate e:
 *
 *     robust:        ((1 − e) ℓ(m) − e ℓ(−m)) / (1 − 2e)        conservative:  (1 − e) ℓ(m) + e ℓ(−m)        ℓ(x) = −ln σ(x)
 *
 * The robust loss has the clean loss as its expectation over flips.
 *
 * @source Rafailov et al. 2023, arXiv:2305.18290; Chowdhury et al. 2024, arXiv:2403.00409; Mitchell 2023 (conservative)
 */
export function dpo(pairs: readonly ReferencedPair[], options: DpoOptions = {}): Objective {
  const { beta = 0.1, chosenWeight = 0, correction = 'robust' } = options;
  const rates = pairs.map(({ flipRate = 0 }) => {
    if (!(flipRate >= 0 && flipRate < 0.5)) throw new Fault('lm/bad-option', `flipRate ${flipRate} is not in [0, ½)`);
    return flipRate;
  });
  const chosenTokens = sum(pairs.map(({ chosen }) => chosen.tokens.length - chosen.from));
  const loss: Objective['loss'] = (logProbs) => {
    let value = 0;
    let ordered = 0;
    const slopes = pairs.flatMap(({ reference }, i) => {
      const [chosen, rejected] = [logProbs[2 * i]!, logProbs[2 * i + 1]!];
      const margin = beta * (sum(chosen) - reference.chosen - (sum(rejected) - reference.rejected));
      const [right, wrong] = corrected(rates[i]!, correction);
      value += (right * softLoss(margin) + wrong * softLoss(-margin)) / pairs.length;
      value -= (chosenWeight * sum(chosen)) / chosenTokens;
      if (margin > 0) ordered += 1;
      const slope = (beta * (wrong * sigmoid(margin) - right * sigmoid(-margin))) / pairs.length;
      return [
        new Float64Array(chosen.length).fill(slope - chosenWeight / chosenTokens),
        new Float64Array(rejected.length).fill(-slope),
      ];
    });
    return { value, slopes, metrics: { ordered: ordered / pairs.length } };
  };
  return { sequences: sequencesOf(pairs), loss };
}

/** Weights of ℓ(m) and ℓ(−m). */
function corrected(e: number, correction: 'robust' | 'conservative'): [number, number] {
  return correction === 'robust' ? [(1 - e) / (1 - 2 * e), -e / (1 - 2 * e)] : [1 - e, e];
}

/** −(1 / n) Σ log P(preferred): the plain step ∇ log P(preferred), blind to what was rejected. */
export function preferred(pairs: readonly Pair[]): Objective {
  const n = pairs.length;
  return {
    sequences: pairs.map(({ chosen }) => chosen),
    loss: (logProbs) => ({
      value: -sum(logProbs.map(sum)) / n,
      slopes: logProbs.map((each) => new Float64Array(each.length).fill(-1 / n)),
    }),
  };
}

function sequencesOf(pairs: readonly Pair[]): Sequence[] {
  return pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]);
}
