import type { Optimum, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';

import { drawCausal, truthOf } from './causal-draw.ts';
import { CausalEnvironment, payOf } from './causal-environment.ts';
import { causalBits, causalText } from './causal-face.ts';
import { meanEstimate, measureCausal } from './causal-measure.ts';
import { effectOf } from './causal-model.ts';
import { recheckCausal } from './causal-recheck.ts';
import {
  causalParams,
  type CausalParams,
  type CausalInstance,
  type CausalObservation,
  type CausalAction,
} from './causal-instance.ts';

/** A player must find the best arm and the answers out, so what the optimum knows makes it a bound. */
function optimum({ params: { T, reward }, effects, queries }: CausalInstance): Optimum {
  const best = Math.max(...effects);
  if (reward === 'expected') return { kind: 'bound', reward: T * payOf(best) + queries.length };
  const mean = T * best + queries.length;
  const spread = 4 * Math.sqrt(T * best * (1 - best)) + 1;
  return {
    kind: 'bound',
    reward: mean,
    low: Math.max(queries.length, mean - spread),
    high: Math.min(T + queries.length, mean + spread),
  };
}

const base = { reward: 'sample', queries: 'none', n_queries: 0 } as const;

/**
 * Choose among interventions on a hidden causal model, then answer what-if questions about it.
 *
 * The arms come in random order. Arm a sets some variables, do(A = a), and cuts them off from their causes; a round pays the target Y. The optimum pulls the
 * arm with the largest P(Y = 1 | do(a)) and answers every question exactly: both are computed by enumeration.
 *
 * @source spec/task-grammar §3.2.1
 */
export const causalBandit: Template<CausalParams, CausalInstance, CausalObservation, CausalAction> = defineTemplate<
  CausalParams,
  CausalInstance,
  CausalObservation,
  CausalAction
>({
  name: 'CAUSAL_BANDIT',
  version: 2,
  family: 'bandit',
  domain: 'agentic',
  tags: ['environment', 'causal', 'bandit'],
  says: 'Find the best intervention on a hidden causal model, and answer questions about effects and counterfactuals.',
  shape: 'episode',
  params: causalParams,
  levels: [
    { n_vars: 4, k_arms: 4, dag_depth: 1, noise: 0.1, T: 12, ...base },
    { n_vars: 4, k_arms: 4, dag_depth: 2, noise: 0.2, T: 30, ...base, queries: 'effect', n_queries: 2 },
    { n_vars: 4, k_arms: 8, dag_depth: 3, noise: 0.2, T: 60, ...base, queries: 'both', n_queries: 4 },
    { n_vars: 8, k_arms: 4, dag_depth: 3, noise: 0.2, T: 100, ...base, queries: 'effect', n_queries: 4 },
    { n_vars: 8, k_arms: 8, dag_depth: 4, noise: 0.3, T: 200, ...base, queries: 'both', n_queries: 4 },
  ],
  metrics: [
    { name: 'regret', better: 'lower', says: 'expected regret against the best intervention' },
    { name: 'regret_per_round', better: 'lower', says: 'expected regret divided by rounds' },
    { name: 'best_arm', better: 'higher', says: 'share of rounds that choose the best intervention' },
    { name: 'effect_error', better: 'lower', says: 'mean absolute error of effect estimates' },
    { name: 'counterfactual_error', better: 'lower', says: 'mean absolute error of counterfactual estimates' },
  ],
  conflict({ n_vars, dag_depth, queries, n_queries }) {
    if (dag_depth >= n_vars) return `dag_depth is ${dag_depth}, must be less than n_vars = ${n_vars}`;
    if ((queries === 'none') === n_queries > 0) return `n_queries is ${n_queries} where queries is ${queries}`;
    return undefined;
  },
  difficulty: ({ n_vars, k_arms, dag_depth, noise, n_queries }) =>
    n_vars * 4 + k_arms + dag_depth * (1 + noise) + n_queries / 2,
  rewardRange: ({ T, n_queries }) => ({ low: 0, high: T + n_queries }),
  maxSteps: ({ T, n_queries }) => T + n_queries,
  generate: drawCausal,
  start: (instance) => new CausalEnvironment(instance),
  oracle({ params: { T }, effects, queries }) {
    const best: CausalAction = { kind: 'pull', arm: effects.indexOf(Math.max(...effects)) + 1 };
    return { act: ({ round }) => (round < T ? best : { kind: 'estimate', value: queries[round - T]?.truth ?? 0 }) };
  },
  optimum,
  randomAction: ({ phase }, rng, { k_arms }) =>
    phase === 'choose'
      ? { kind: 'pull', arm: rng.int(1, k_arms) }
      : { kind: 'estimate', value: rng.below(1001) / 1000 },
  randomReturn({ params: { T, reward }, effects, queries }) {
    const pays = reward === 'sample' ? effects : effects.map(payOf);
    const pulls = (T * pays.reduce((sum, pay) => sum + pay, 0)) / pays.length;
    return queries.reduce((sum, { truth }) => sum + meanEstimate(truth), pulls);
  },
  verify: recheckCausal,
  label: ({ effects }) => `arm ${effects.indexOf(Math.max(...effects)) + 1}`,
  measure: (instance, { actions }) => measureCausal(instance, actions),
  text: causalText,
  bits: causalBits,
  vary(instance, what, { index, rng }) {
    const { model, arms, queries } = instance;
    const mechanisms = model.mechanisms.map((mechanism) => {
      const rows = 2 ** mechanism.parents.length;
      const mask = rng.below(2 ** rows);
      return what === 'reward' || rows === 1 ? mechanism : { ...mechanism, table: mechanism.table ^ mask };
    });
    const changed = { ...model, mechanisms };
    const wanted = what === 'reward' ? (index + 1) % 2 : instance.wanted;
    const effects = arms.map((arm) => effectOf(changed, arm)).map((p) => (wanted === 1 ? p : 1 - p));
    return {
      ...instance,
      model: changed,
      wanted,
      effects,
      queries: queries.map((query) => ({ ...query, truth: truthOf(changed, query) })),
    };
  },
});
