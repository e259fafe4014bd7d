import type { CausalAction, CausalInstance } from './causal-instance.ts';

/** The mean of 1 − |k/1000 − t| over k = 0..1000. */
export function meanEstimate(truth: number): number {
  const below = Math.round(truth * 1000);
  const above = 1000 - below;
  return 1 - (below * (below + 1) + above * (above + 1)) / 2 / 1000 / 1001;
}

/** Regret in expectations, and how far the estimates are off; an estimate not given is off by 1. */
export function measureCausal(
  instance: CausalInstance,
  actions: readonly (CausalAction | undefined)[],
): Record<string, number> {
  const { params, effects, queries } = instance;
  const best = Math.max(...effects);
  let regret = 0;
  let hits = 0;
  for (const action of actions.slice(0, params.T)) {
    const effect = action?.kind === 'pull' ? (effects[action.arm - 1] ?? 0) : 0;
    regret += best - effect;
    hits += effect === best ? 1 : 0;
  }
  const errors = { effect_error: [0, 0], counterfactual_error: [0, 0] };
  for (const [i, { evidence, truth }] of queries.entries()) {
    const action = actions[params.T + i];
    const sums = errors[evidence.length === 0 ? 'effect_error' : 'counterfactual_error'];
    sums[0]! += action?.kind === 'estimate' ? Math.abs(action.value - truth) : 1;
    sums[1]! += 1;
  }
  const means = Object.entries(errors).flatMap(([name, [sum = 0, count = 0]]) =>
    count > 0 ? [[name, sum / count]] : [],
  );
  return { regret, regret_per_round: regret / params.T, best_arm: hits / params.T, ...Object.fromEntries(means) };
}
