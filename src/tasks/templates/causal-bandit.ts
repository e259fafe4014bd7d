import { createRng, type Rng } from '#kernel';
import type { Environment, Optimum, StepResult } from '#contracts';
import { defineTemplate } from '../define-template.ts';
import { choice, int, number, type ParamsOf } from '../param-range.ts';
import { causalBits, causalText } from './causal-face.ts';
import {
  type CausalModel,
  counterfactualOf,
  drawModel,
  drawNoise,
  effectOf,
  forcedBy,
  type Intervention,
  type Setting,
  worldOf,
} from './causal-model.ts';
import { recheckCausal } from './causal-recheck.ts';

const params = {
  n_vars: choice([4, 8], 'number of variables'),
  k_arms: choice([4, 8], 'number of interventions to choose from'),
  dag_depth: int(1, 7, 'steps on the longest path to the target; less than n_vars'),
  noise: number(0, 0.45, 'how often a variable differs from what its causes say; its variance is noise (1 - noise)'),
  T: int(1, 10_000, 'rounds of choosing'),
  reward: choice(
    ['sample', 'expected'],
    'a round pays the target as drawn, or its expected value to the nearest 1/1024',
  ),
  queries: choice(['none', 'effect', 'counterfactual', 'both'], 'what is asked after the rounds'),
  n_queries: int(0, 16, 'how many questions are asked; 0 exactly where queries is none'),
};
export type CausalParams = ParamsOf<typeof params>;

/** A question without evidence is about an effect, one with evidence about a counterfactual. */
export interface CausalQuery {
  readonly evidence: Intervention;
  readonly intervention: Intervention;
  /** The probability, to the nearest thousandth. */
  readonly truth: number;
}

export interface CausalInstance extends Arms {
  readonly params: CausalParams;
  readonly model: CausalModel;
  /** The value of the target that pays: 1 unless the rewards changed. */
  readonly wanted: number;
  readonly queries: readonly CausalQuery[];
  readonly noise: string;
}

export interface CausalObservation {
  readonly phase: 'choose' | 'effect' | 'counterfactual';
  readonly round: number;
  readonly target: number;
  readonly arms: readonly Intervention[];
  readonly last: { readonly arm: number; readonly values: Uint8Array; readonly reward: number } | null;
  /** Context made of what was observed: how often each arm was chosen, and how often the target was then 1. */
  readonly pulls: readonly number[];
  readonly ones: readonly number[];
  readonly evidence: Intervention;
  readonly intervention: Intervention;
}

export type CausalAction =
  | { readonly kind: 'pull'; readonly arm: number }
  | { readonly kind: 'estimate'; readonly value: number };

interface Arms {
  readonly arms: readonly Intervention[];
  /** P(the target is as wanted) under each arm. */
  readonly effects: readonly number[];
}

const GAP = 0.05;
const PAY_GRAIN = 1024;

/**
 * Different interventions on one variable, or one time in three on two, never on the target. One whose effect is closer to
 * the largest so far than 0.05 is left out, so that the best is ahead by as much; `undefined` where too few remain.
 */
function drawArms({ k_arms, n_vars }: CausalParams, model: CausalModel, rng: Rng): Arms | undefined {
  const arms: Intervention[] = [];
  const effects: number[] = [];
  const seen = new Set<number>();
  let top = -1;
  for (let tries = 0; tries < 8 * k_arms; tries += 1) {
    const first = drawSetting(n_vars, model.target, rng);
    const second = rng.below(3) === 0 ? drawSetting(n_vars, model.target, rng) : undefined;
    if (second?.variable === first.variable) continue;
    const arm = second === undefined ? [first] : [first, second];
    const { mask, ones } = forcedBy(arm);
    if (seen.has(mask * 256 + ones)) continue;
    seen.add(mask * 256 + ones);
    const effect = effectOf(model, arm);
    if (Math.abs(effect - top) < GAP) continue;
    top = Math.max(top, effect);
    arms.push(arm);
    effects.push(effect);
    if (arms.length === k_arms) return { arms, effects };
  }
  return undefined;
}

function drawSetting(variables: number, target: number, rng: Rng): Setting {
  const place = rng.below(variables - 1);
  return { variable: place < target ? place : place + 1, value: rng.bit() };
}

function thousandths(p: number): number {
  return Math.round(p * 1000) / 1000;
}

function drawQuery(kind: 'effect' | 'counterfactual', model: CausalModel, rng: Rng): Omit<CausalQuery, 'truth'> {
  const others = model.order.filter((variable) => variable !== model.target);
  const variable = rng.pick(others);
  if (kind === 'effect') return { evidence: [], intervention: [{ variable, value: rng.bit() }] };
  const world = worldOf(model, drawNoise(model, rng), []);
  const shown = [variable, model.target, ...others.filter((each) => each !== variable && rng.chance(0.4))];
  const evidence = shown.sort((a, b) => a - b).map((each) => ({ variable: each, value: (world >>> each) & 1 }));
  return { evidence, intervention: [{ variable, value: 1 - ((world >>> variable) & 1) }] };
}

function truthOf(model: CausalModel, { evidence, intervention }: Omit<CausalQuery, 'truth'>): number {
  return thousandths(
    evidence.length === 0 ? effectOf(model, intervention) : counterfactualOf(model, evidence, intervention),
  );
}

function generate(params: CausalParams, rng: Rng): CausalInstance {
  for (;;) {
    const model = drawModel(params.n_vars, params.dag_depth, params.noise, rng);
    const drawn = drawArms(params, model, rng);
    if (drawn === undefined) continue;
    const queries = Array.from({ length: params.n_queries }, (_, i) => {
      const both = i % 2 === 0 ? 'effect' : 'counterfactual';
      const query = drawQuery(
        params.queries === 'both' ? both : params.queries === 'effect' ? 'effect' : 'counterfactual',
        model,
        rng,
      );
      return { ...query, truth: truthOf(model, query) };
    });
    return { params, model, ...drawn, wanted: 1, queries, noise: `${rng.path}/noise` };
  }
}

class CausalEnvironment implements Environment<CausalObservation, CausalAction> {
  private readonly instance: CausalInstance;
  private readonly luck: Rng;
  private readonly pulls: number[];
  private readonly ones: number[];
  private round = 0;
  private last: CausalObservation['last'] = null;

  constructor(instance: CausalInstance) {
    this.instance = instance;
    this.luck = createRng(instance.noise);
    this.pulls = instance.arms.map(() => 0);
    this.ones = instance.arms.map(() => 0);
  }

  observe(): CausalObservation {
    const { params, model, arms, queries } = this.instance;
    const query = queries[this.round - params.T];
    const asked = query?.evidence.length === 0 ? 'effect' : 'counterfactual';
    return {
      phase: query === undefined ? 'choose' : asked,
      round: this.round,
      target: model.target,
      arms,
      last: this.last,
      pulls: [...this.pulls],
      ones: [...this.ones],
      evidence: query?.evidence ?? [],
      intervention: query?.intervention ?? [],
    };
  }

  step(action: CausalAction | undefined): StepResult {
    const { params, queries } = this.instance;
    const end = params.T + queries.length;
    if (this.round >= end) return { reward: 0, done: true };
    const reward = this.round < params.T ? this.pull(action) : this.judge(action, queries[this.round - params.T]!);
    this.round += 1;
    return { reward, done: this.round === end };
  }

  private pull(action: CausalAction | undefined): number {
    const { params, model, arms, effects, wanted } = this.instance;
    const noise = drawNoise(model, this.luck);
    this.last = null;
    if (action?.kind !== 'pull') return 0;
    const arm = arms[action.arm - 1];
    if (arm === undefined) return 0;
    const world = worldOf(model, noise, arm);
    const y = (world >>> model.target) & 1;
    const paid = params.reward === 'sample' ? Number(y === wanted) : payOf(effects[action.arm - 1]!);
    this.pulls[action.arm - 1]! += 1;
    this.ones[action.arm - 1]! += y;
    this.last = {
      arm: action.arm,
      values: Uint8Array.from(model.mechanisms, (_, v) => (world >>> v) & 1),
      reward: paid,
    };
    return paid;
  }

  private judge(action: CausalAction | undefined, { truth }: CausalQuery): number {
    return action?.kind === 'estimate' ? 1 - Math.abs(action.value - truth) : 0;
  }
}

function payOf(effect: number): number {
  return Math.round(effect * PAY_GRAIN) / PAY_GRAIN;
}

function optimum({ params: { T, reward }, effects, queries }: CausalInstance): Optimum {
  const best = Math.max(...effects);
  if (reward === 'expected') return { kind: 'exact', reward: T * payOf(best) + queries.length };
  const mean = T * best + queries.length;
  const spread = 4 * Math.sqrt(T * best * (1 - best)) + 1;
  return {
    kind: 'expected',
    reward: mean,
    low: Math.max(queries.length, mean - spread),
    high: Math.min(T + queries.length, mean + spread),
  };
}

/** The mean of 1 − |k/1000 − t| over k = 0..1000. */
function meanEstimate(truth: number): number {
  const below = Math.round(truth * 1000);
  const above = 1000 - below;
  return 1 - (below * (below + 1) + above * (above + 1)) / 2 / 1000 / 1001;
}

function measure(instance: CausalInstance, actions: readonly (CausalAction | undefined)[]): Record<string, number> {
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

const base = { reward: 'sample', queries: 'none', n_queries: 0 } as const;

/**
 * Choose among interventions on a hidden causal model, then answer what-if questions about it.
 *
 * Arm a sets some variables, do(A = a), and cuts them off from their causes; a round pays the target Y. The optimum pulls the
 * arm with the largest P(Y = 1 | do(a)) and answers every question exactly: both are computed by enumeration.
 *
 * @source seed 004 §3.2.1
 */
export const causalBandit = defineTemplate<CausalParams, CausalInstance, CausalObservation, CausalAction>({
  name: 'CAUSAL_BANDIT',
  family: 'bandit',
  domain: 'agentic',
  tags: ['environment', 'causal', 'bandit'],
  says: 'Find the best intervention on a hidden causal model, and answer questions about effects and counterfactuals.',
  shape: 'episode',
  params,
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
  generate,
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
  measure: (instance, { actions }) => measure(instance, actions),
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
