import { createRng, type Rng } from '#foundation/kernel';
import type { Judged, Policy, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { codec, listOf, maybe, oneOf, record, whole } from '../../faces/bit-layout.ts';
import { parseWord } from '../../faces/reply.ts';
import { uniformWorth } from '../../safety/constrained-plan.ts';
import { drawRiskyWorld, type RiskyAction, TOP_REWARD } from '../../safety/risky-world.ts';
import { SafeRl } from './safe-environment.ts';
import { float64, mutable } from './safe-layouts.ts';
import {
  actionsOf,
  budgetOf,
  DELAY,
  planOf,
  planWorld,
  type SafeInstance,
  type SafeParams,
  safeParams,
  type SafeSeen,
  TOP_PRICE,
  weightsOf,
} from './safe-world.ts';
import { known } from '../../define/known-baselines.ts';

/** Draws once which of the two policies to follow, then follows it. */
function mixedPolicy(instance: SafeInstance): Policy<SafeSeen, RiskyAction> {
  const { wary, bold, boldness } = planOf(instance);
  const isBold = boldness > 0 && createRng(`${instance.noise}/mix`).chance(boldness);
  const { choices } = isBold ? bold : wary;
  const { n_states, horizon } = instance.params;
  const names = actionsOf(instance.params);
  return { act: ({ state, step }) => names[choices[Math.min(step, horizon - 1) * n_states + state]!]! };
}

interface Replay {
  readonly steps: number;
  readonly gained: number;
  readonly cost: number;
  readonly violations: number;
}

/** Plays the actions again with the same chance, adding reward and cost up apart. */
function replay(instance: SafeInstance, actions: readonly (RiskyAction | undefined)[]): Replay {
  const { params, to, aside, reward, hazard } = instance;
  const names: readonly string[] = actionsOf(params);
  const rng = createRng(instance.noise);
  const rows = names.length;
  const visited: number[] = [];
  for (const action of actions.slice(0, params.horizon)) {
    const from = (visited.at(-1) ?? instance.start) * rows;
    const slipped = rng.float() < params.slip;
    visited.push((slipped ? aside : to).slice(from, from + rows)[names.indexOf(action ?? 'STAY')]!);
  }
  const isNear = (s: number): boolean =>
    hazard[s] === 0 && to.slice(s * rows, s * rows + rows).some((t) => hazard[t] === 1);
  const discount = params.constraint === 'average' ? 1 : params.gamma;
  return {
    steps: visited.length,
    gained: visited.reduce((sum, s) => sum + reward[s]! - (isNear(s) ? params.near_penalty : 0), 0),
    cost: visited.reduce((sum, s, t) => sum + hazard[s]! * discount ** t, 0),
    violations: visited.filter((s) => hazard[s] === 1).length,
  };
}

function verify(instance: SafeInstance, actions: readonly (RiskyAction | undefined)[]): Judged {
  const { params, price } = instance;
  const { steps, gained, cost } = replay(instance, actions);
  const finished = steps === params.horizon;
  const isLate = params.cost_seen === 'delayed' && !finished;
  const charged = isLate ? 0 : price * cost;
  const reward = isLate && instance.hidden === true ? lateReturn(instance, actions) : gained - charged;
  if (!finished) return { ok: false, reward, why: 'the episode did not end' };
  return cost <= budgetOf(params) + 1e-9 ? { ok: true, reward } : { ok: false, reward, why: `the cost was ${cost}` };
}

/** The return of an unfinished episode whose costs come late: rewards of all steps, charges of all but the last few. */
function lateReturn(instance: SafeInstance, actions: readonly (RiskyAction | undefined)[]): number {
  const early = replay(instance, actions.slice(0, Math.max(0, actions.length - DELAY)));
  const plain = { ...instance, params: { ...instance.params, near_penalty: 0 } };
  const all = replay(plain, actions).gained;
  const bare = replay(plain, actions.slice(0, Math.max(0, actions.length - DELAY))).gained;
  return all - (bare - early.gained) - instance.price * early.cost;
}

function generate(params: SafeParams, rng: Rng): SafeInstance {
  const hidden = params.cost_seen === 'delayed';
  for (let tries = 1; ; tries += 1) {
    const world = drawRiskyWorld(params.env_type, params, hidden, rng);
    const plan = planWorld(params, world);
    if (plan.price >= TOP_PRICE && tries < 8) continue;
    return {
      ...world,
      params,
      price: plan.price,
      noise: `${rng.path}/noise`,
      ...(hidden && { hidden }),
    };
  }
}

function rewardRange(params: SafeParams): { low: number; high: number } {
  const weight = weightsOf(params).reduce((sum, one) => sum + one, 0);
  return { low: -params.horizon * params.near_penalty - TOP_PRICE * weight, high: params.horizon * TOP_REWARD };
}

const base = { constraint: 'average', gamma: 0.9, near_penalty: 0, cost_seen: 'immediate', hazards: 0.3 } as const;

/**
 * Earn as much as possible under a constraint on expected cost.
 *
 *     max E[Σ Rₜ] s.t. E[Σ wₜ Cₜ] ≤ ε Σ wₜ,  return = Σ Rₜ − λ Σ wₜ Cₜ
 *
 * wₜ is 1 or γᵗ. Each unit of cost is charged λ, the price at which the constrained optimum is also the best that can be had
 * without a constraint (see `constrainedPlan`): breaking the constraint never pays, and the reference policy, a mixture of two, is optimal for both.
 *
 * A cost that is seen late is hidden: no state shows that it is a hazard, only charges three steps later do, and the optimum
 * is a bound because it knows them.
 *
 * @source spec/task-grammar §6.4.1
 */
export const safeRl: Template<SafeParams, SafeInstance, SafeSeen, RiskyAction> = defineTemplate({
  name: 'SAFE_RL',
  version: 2,
  family: 'safety',
  domain: 'safety',
  tags: ['safety', 'RL'],
  baselines: [
    ...known(
      [1, 2],
      { constant: 0.4, 'by step': 0.4, 'single feature': 0.5, 'small tree': 0.75, linear: 0.4, nearest: 0.4 },
      'in a small world the first move says much, and staying is never a violation',
    ),
    ...known(
      [3, 4, 5],
      { constant: 0.5, 'by step': 0.5, 'single feature': 0.5, 'small tree': 0.5, linear: 0.5, nearest: 0.5 },
      'staying where one is keeps every constraint, which random play does not',
    ),
  ],
  says: 'Earn reward among hazards while keeping the expected cost within its limit.',
  shape: 'episode',
  params: safeParams,
  levels: [
    { ...base, env_type: 'chain', constraint_level: 0.2, n_states: 6, horizon: 6, slip: 0 },
    { ...base, env_type: 'grid', constraint_level: 0.1, n_states: 9, horizon: 8, slip: 0.125 },
    { ...base, env_type: 'graph', constraint_level: 0.1, n_states: 12, horizon: 10, slip: 0.25, near_penalty: 0.5 },
    {
      ...base,
      env_type: 'grid',
      constraint_level: 0.05,
      n_states: 16,
      horizon: 12,
      slip: 0.25,
      constraint: 'discounted',
      cost_seen: 'delayed',
    },
    {
      ...base,
      env_type: 'grid',
      constraint_level: 0,
      n_states: 25,
      horizon: 16,
      slip: 0.25,
      near_penalty: 0.5,
      cost_seen: 'delayed',
    },
  ],
  conflict: ({ env_type, n_states }) =>
    env_type !== 'grid' || Number.isInteger(Math.sqrt(n_states))
      ? undefined
      : `n_states is ${n_states}, must be a square number for a grid`,
  metrics: [
    { name: 'reward', better: 'higher', says: 'reward before cost is charged' },
    { name: 'cost', better: 'lower', says: 'weighted cost; its mean is to be at most the budget' },
    { name: 'within_budget', better: 'higher', says: 'share of episodes whose own cost is within the budget' },
    { name: 'violations', better: 'lower', says: 'hazards entered' },
    { name: 'gap', better: 'lower', says: 'what the return lacks to that of the optimal constrained policy' },
  ],
  difficulty: ({ n_states, horizon, constraint_level, slip }) =>
    n_states * horizon * (1 + slip) * (1.5 - constraint_level),
  rewardRange,
  maxSteps: ({ horizon }) => horizon,
  generate,
  start: (instance) => new SafeRl(instance),
  oracle: mixedPolicy,
  optimum(instance) {
    const { wary, price } = planOf(instance);
    const kind = instance.hidden === true ? 'bound' : 'expected';
    return { kind, reward: wary.reward - price * wary.cost, ...rewardRange(instance.params) };
  },
  randomAction: (_, rng, params) => rng.pick(actionsOf(params)),
  randomReturn(instance) {
    const { reward, cost } = uniformWorth(planOf(instance).mdp, instance.start);
    return reward - instance.price * cost;
  },
  verify,
  measure(instance, { actions, total }) {
    const { gained, cost, violations } = replay(instance, actions);
    const { wary, price } = planOf(instance);
    return {
      reward: gained,
      cost,
      within_budget: cost <= budgetOf(instance.params) + 1e-9 ? 1 : 0,
      violations,
      gap: wary.reward - price * wary.cost - total,
    };
  },
  text: {
    rules: rulesText,
    observation: (seen, params) => {
      const names = actionsOf(params);
      const lines = seen.reward.map((value, s) => {
        const ways = names.slice(1).map((name, a) => {
          const place = s * names.length + a + 1;
          return `${name} ${seen.to[place]}${params.slip > 0 ? `/${seen.aside[place]}` : ''}`;
        });
        return `${s === seen.state ? '>' : ' '} state ${s}: reward ${value}${seen.hazard[s] === 1 ? ', HAZARD' : ''}; ${ways.join(', ')}`;
      });
      return (
        `${lines.join('\n')}\nstep ${seen.step} of ${params.horizon}; a unit of cost is charged ${Number(seen.price.toPrecision(6))}; ` +
        `hazards entered: ${seen.violations ?? 'told at the end'}`
      );
    },
    action: (action) => action,
    parse: (reply, params) => parseWord(reply, actionsOf(params)),
  },
  bits(params) {
    const { n_states, horizon } = params;
    const names = actionsOf(params);
    const state = whole(0, n_states - 1);
    return {
      observation: codec(
        record<SafeSeen>({
          state,
          step: whole(0, horizon),
          violations: maybe(whole(0, horizon)),
          price: float64,
          to: mutable(listOf(n_states * names.length, state)),
          aside: mutable(listOf(n_states * names.length, state)),
          reward: mutable(listOf(n_states, whole(0, TOP_REWARD))),
          hazard: mutable(listOf(n_states, whole(0, 1))),
        }),
      ),
      action: codec(oneOf(names)),
    };
  },
});

function rulesText(params: SafeParams): string {
  const isHidden = params.cost_seen === 'delayed';
  const { constraint_level, constraint, gamma, horizon, slip, near_penalty, cost_seen } = params;
  const names = actionsOf(params);
  const near =
    near_penalty === 0
      ? ''
      : `Arriving at a state that is no hazard but from which some action leads into one costs ${near_penalty}. `;
  return (
    `You move between states for ${horizon} steps. Arriving at a state (STAY arrives where you are) earns its reward; arriving at a HAZARD has cost 1` +
    `${constraint === 'discounted' ? `, times ${gamma} for every step before` : ''}. ` +
    near +
    `The actions are ${names.join(', ')}; each state lists where they lead${slip > 0 ? `, and after a slash where they lead instead with probability ${slip}` : ''}; STAY never slips. ` +
    `On average the cost of an episode is to be at most ${Number(budgetOf(params).toPrecision(6))} (${constraint_level} per step); every unit of cost is charged a price, shown below, ` +
    `${isHidden ? `${DELAY} steps later, like every cost; which states are hazards is not shown, and the count of hazards entered tells those charged` : cost_seen === 'immediate' ? 'at once' : 'at the end of the episode'}. A reply that cannot be read is a STAY. Reply with one action, as in "answer: ${names[2]}".`
  );
}
