import type { KnownBaseline } from '#foundation/contracts/tasks';

/** The adversary's fixed set of cheap predictors. */
export const cheapPredictors = [
  'constant',
  'by step',
  'copy',
  'single feature',
  'small tree',
  'linear',
  'nearest',
] as const;
type Cheap = (typeof cheapPredictors)[number];

/** Declares what cheap predictors are known to earn at some levels, at most, all for one reason. */
export function known(
  levels: readonly number[],
  scores: Readonly<Partial<Record<Cheap, number>>>,
  why: string,
): KnownBaseline[] {
  return Object.entries(scores).map(([predictor, score]) => ({ predictor, levels, score, why }));
}

/** Declares predictors that compute what the task asks for: no limit applies to them. */
export function byDefinition(levels: readonly number[], predictors: readonly Cheap[], why: string): KnownBaseline[] {
  return predictors.map((predictor) => ({ predictor, levels, score: 1, why, isDefinition: true }));
}
