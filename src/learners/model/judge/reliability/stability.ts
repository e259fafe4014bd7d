import { mean, wilsonInterval } from '#foundation/statistics';
import { type Estimate, estimateOf, unmeasured } from './estimate.ts';
import type { JudgedAnswer, Judgements } from '../judgements.ts';
import { gatherPairs, type PairedPasses } from './paired-passes.ts';
import { coefficientOfConsistence } from './transitivity.ts';

interface StabilityOptions {
  /** `chance-corrected`, or `seed`: the plain share of passes that agree with the majority. */
  readonly mode: 'chance-corrected' | 'seed';
  readonly confidence: number;
}

/**
 * R_stab: whether a second look at a pair would give the same preference.
 *
 *     per pair  κ = 2 (n₁(n₁−1) + n₂(n₂−1)) / (n (n−1)) − 1       agreement of two fresh passes, 0 for coin flips
 *     R_stab    = ζ · Σ w κ / Σ w,  w = |x̄ᵢ − x̄ⱼ|                  two equally good answers have no order to be stable about
 *
 * ζ is Kendall's coefficient of consistence where every pair was compared, else 1. A judge that always takes the first place
 * agrees with itself in half of the passes when both orders are shown, and gets 0. The interval is Wilson's for the chance p that a
 * pass sides with the majority, κ = (2p − 1)², with the weights' effective number of passes.
 *
 *     seed      mean over pairs of max(n₁, n₂) / n                  coin flips over four passes get 0.69
 *
 * @source spec/reliability-loop §2.3; Brennan & Prediger 1981; Kendall & Babington Smith 1940
 */
export function stability(judgements: Judgements, options: StabilityOptions): Estimate {
  const { answers, comparisons } = judgements;
  const pairs = gatherPairs(comparisons).filter(({ winsA, winsB }) => winsA + winsB >= 2);
  if (pairs.length === 0) return unmeasured;
  if (options.mode === 'seed') return plainAgreement(pairs, options.confidence);
  const weights = pairs.map(({ a, b }) => Math.abs(scoreOf(answers[a]!) - scoreOf(answers[b]!)));
  const total = weights.reduce((sum, w) => sum + w, 0);
  if (total < 1e-9) return { value: 0, low: 0, high: 1 };
  const zeta = coefficientOfConsistence(answers.length, pairs) ?? 1;
  const kappa = pairs.reduce((sum, pair, i) => sum + (weights[i]! * agreementOf(pair)) / total, 0);
  const effective = total ** 2 / weights.reduce((sum, w, i) => sum + w ** 2 / passesOf(pairs[i]!), 0);
  const { low, high } = kappaInterval(kappa, effective, options.confidence);
  return estimateOf(zeta * kappa, zeta * low, zeta * high);
}

function kappaInterval(kappa: number, passes: number, confidence: number): { low: number; high: number } {
  const majority = (1 + Math.sqrt(Math.max(0, kappa))) / 2;
  const n = Math.max(1, Math.round(passes));
  const bounds = wilsonInterval(Math.min(n, Math.round(majority * n)), n, confidence);
  return { low: (2 * Math.max(0.5, bounds.low) - 1) ** 2, high: (2 * bounds.high - 1) ** 2 };
}

function plainAgreement(pairs: readonly PairedPasses[], confidence: number): Estimate {
  const value = mean(pairs.map((pair) => Math.max(pair.winsA, pair.winsB) / passesOf(pair)));
  const n = Math.round(pairs.reduce((sum, pair) => sum + passesOf(pair), 0));
  const { low, high } = wilsonInterval(Math.round(value * n), n, confidence);
  return estimateOf(value, low, high);
}

/** κ of one pair; the unbiased U-statistic, which falls below 0 where passes split evenly. */
function agreementOf({ winsA, winsB }: PairedPasses): number {
  const n = winsA + winsB;
  return (2 * (winsA * (winsA - 1) + winsB * (winsB - 1))) / (n * (n - 1)) - 1;
}

function passesOf({ winsA, winsB }: PairedPasses): number {
  return winsA + winsB;
}

function scoreOf({ scores }: JudgedAnswer): number {
  return scores.length === 0 ? 0 : mean(scores);
}
