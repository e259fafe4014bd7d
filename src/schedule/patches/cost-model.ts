import { Fault } from '#foundation/kernel';
import type { Knobs } from '../knobs.ts';
import { solveSymmetric } from './solve-symmetric.ts';

/** What is known of a verification before it runs. */
export interface CostFeatures {
  /** Size of the CNF, in clauses. */
  readonly clauses: number;
  /** Expected depth: levels of the circuit behind the CNF. */
  readonly depth: number;
  /** Size of the code region that is touched, in gates or nodes. */
  readonly region: number;
}

/** The normal equations of the fit: all that past verifications left behind. Plain data. */
export interface CostModel {
  readonly samples: number;
  /** λI + Σ x xᵀ, row by row. */
  readonly gram: readonly (readonly number[])[];
  /** λθ₀ + Σ y x. */
  readonly moment: readonly number[];
}

/** θ₀: before anything was verified, effort is taken to equal the number of clauses. */
const prior = [0, 1, 0, 0] as const;

/** x = (1, ln(1 + clauses), ln(1 + depth), ln(1 + region)). */
function embed(features: CostFeatures): number[] {
  const { clauses, depth, region } = features;
  if (!(Math.min(clauses, depth, region) >= 0 && Number.isFinite(clauses + depth + region))) {
    throw new Fault('schedule/bad-observation', 'clauses, depth and region must be finite and not negative', {
      details: { ...features },
    });
  }
  return [1, Math.log1p(clauses), Math.log1p(depth), Math.log1p(region)];
}

/** A model that has seen nothing. λ = `costRidge`: how many verifications its prior is worth. */
export function createCostModel({ costRidge: ridge }: Knobs): CostModel {
  return {
    samples: 0,
    gram: prior.map((_, i) => prior.map((__, j) => (i === j ? ridge : 0))),
    moment: prior.map((value) => ridge * value),
  };
}

/**
 * The model after one more verification took `effort` (conflicts, propagations: counted work, never time).
 *
 *     θ = argmin Σ (y − x·θ)² + λ |θ − θ₀|²,    y = ln(1 + effort)
 *
 * Effort spans orders of magnitude, hence logarithms: a factor of two is the same mistake everywhere.
 *
 * @source ridge regression: Hoerl & Kennard 1970, around a prior instead of 0; features of spec/pipeline §6
 */
export function learnCost(model: CostModel, features: CostFeatures, effort: number): CostModel {
  if (!(effort >= 0 && Number.isFinite(effort))) {
    throw new Fault('schedule/bad-observation', `effort must be finite and not negative, not ${effort}`);
  }
  const x = embed(features);
  const y = Math.log1p(effort);
  return {
    samples: model.samples + 1,
    gram: model.gram.map((row, i) => row.map((value, j) => value + x[i]! * x[j]!)),
    moment: model.moment.map((value, i) => value + y * x[i]!),
  };
}

/** The fitted θ. */
export function costWeights({ gram, moment }: CostModel): number[] {
  return solveSymmetric(gram, moment);
}

/** C_verif(Δ) = exp(x·θ) − 1, at least 0: the effort a verification of this shape usually takes (the median, not the mean). */
export function predictCost(model: CostModel, features: CostFeatures): number {
  const weights = costWeights(model);
  return Math.max(0, Math.expm1(embed(features).reduce((sum, x, i) => sum + x * weights[i]!, 0)));
}
