import type { KnownBaseline, Template } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { codec, constant, type Layout, listOf, maybe, oneOf, record, whole } from '../../faces/bit-layout.ts';
import { parseInteger } from '../../faces/reply.ts';
import { banditFamily, CHANCE_GRAIN, isBlind } from './bandit-family.ts';
import { stateCount } from './bayes-bandit.ts';
import { MetaBandit } from './meta-bandit-environment.ts';
import { bayesPolicy, identifiedAfterPulls, solveBandit } from './meta-bandit-policy.ts';
import { recheckMetaBandit } from './meta-bandit-recheck.ts';
import { known } from '../../define/known-baselines.ts';
import {
  metaBanditParams,
  type MetaBanditParams,
  type MetaBanditInstance,
  type MetaBanditObservation,
} from './meta-bandit-instance.ts';

const MOST_STATES = 200_000;
function expectedReturn(params: MetaBanditParams, chanceOf: (round: number) => number): number {
  let sum = 0;
  for (let round = 0; round < params.probe_budget + params.exploit_steps; round += 1)
    sum += (chanceOf(round) * (round < params.probe_budget ? params.probe_weight : 1)) / CHANCE_GRAIN;
  return sum;
}

const base = { arms: 3, similarity: 0.2, probe_weight: 0, known: 1, family: 0 } as const;
const hidden = { ...base, probe_weight: 0.1, shown: 'probing' } as const;

/**
 * While payments are shown, staying with an arm that paid and leaving one that did not is most of the way to the best. From level 3 on they are shown
 * while probing only, which is longer instead.
 */
const levels: readonly MetaBanditParams[] = [
  { ...base, arms: 2, task_count: 2, probe_budget: 4, exploit_steps: 4, shown: 'always' },
  { ...base, arms: 3, task_count: 3, probe_budget: 4, exploit_steps: 6, shown: 'always' },
  { ...hidden, arms: 3, task_count: 6, probe_budget: 6, exploit_steps: 7, similarity: 0.3 },
  { ...hidden, arms: 4, task_count: 8, probe_budget: 8, exploit_steps: 6, similarity: 0.3 },
  {
    ...hidden,
    arms: 4,
    task_count: 12,
    probe_budget: 8,
    exploit_steps: 6,
    similarity: 0.4,
    probe_weight: 0.2,
    known: 0,
  },
];

const baselines: readonly KnownBaseline[] = [
  ...known(
    [1, 2],
    { 'single feature': 0.5, 'small tree': 1, linear: 1, nearest: 1 },
    'each of these families has one good arm per task, so the last payment alone says whether to stay',
  ),
  ...known(
    [3, 4, 5],
    {
      constant: 0.4,
      'by step': 0.4,
      copy: 0.4,
      'single feature': 0.4,
      'small tree': 0.5,
      linear: 0.45,
      nearest: 0.45,
    },
    'a family has arms that are better on average, and the first exploitation round still shows the last probe',
  ),
];

/**
 * Find out which task of a family this is, then make the most of it.
 *
 *     return = probe_weight · payments while probing + payments while exploiting
 *
 * The optimum is the expected return of the Bayes-optimal policy, which knows the family and not the task: the mean over
 * tasks, so a single task may pay more or less. Regret is against that policy, not against one that knows the task. A level can
 * show payments while probing only.
 *
 * @source spec/task-grammar §6.1.1
 */
export const metaBandit: Template<MetaBanditParams, MetaBanditInstance, MetaBanditObservation, number> = defineTemplate<
  MetaBanditParams,
  MetaBanditInstance,
  MetaBanditObservation,
  number
>({
  name: 'META_BANDIT',
  version: 2,
  family: 'meta',
  domain: 'meta',
  tags: ['meta-learning', 'bandit'],
  baselines,
  says: 'Identify a bandit task of a known family by probing, then exploit it.',
  shape: 'episode',
  params: metaBanditParams,
  levels,
  metrics: [
    { name: 'regret', better: 'lower', says: 'return below the Bayes-optimal expectation' },
    { name: 'clairvoyant_regret', better: 'lower', says: 'expected return below that of one who knows the task' },
    {
      name: 'identification_pulls',
      better: 'lower',
      says: 'pulls until the task is 90 % certain, where it becomes so',
    },
    { name: 'identified', better: 'higher', says: 'share of episodes in which the task becomes 90 % certain' },
  ],
  conflict(params) {
    const { probe_budget, exploit_steps, arms } = params;
    const states = stateCount(isBlind(params) ? probe_budget : probe_budget + exploit_steps, arms);
    return states <= MOST_STATES
      ? undefined
      : `${probe_budget} probes and ${exploit_steps} exploitation pulls of ${arms} arms make ${states} states, must be at most ${MOST_STATES}`;
  },
  difficulty: ({ task_count, arms, similarity, known }) =>
    arms * task_count * (1 + similarity) * (known === 1 ? 1 : 1.5),
  rewardRange: ({ probe_budget, probe_weight, exploit_steps }) => ({
    low: 0,
    high: probe_budget * probe_weight + exploit_steps,
  }),
  maxSteps: ({ probe_budget, exploit_steps }) => probe_budget + exploit_steps,
  generate: (params, rng) => ({ params, task: rng.below(params.task_count), noise: `${rng.path}/noise` }),
  start: (instance) => new MetaBandit(instance),
  oracle: ({ params }) => bayesPolicy(params),
  optimum: ({ params }) => solveBandit(params).optimum,
  randomAction: (_, rng, { arms }) => rng.int(1, arms),
  randomReturn(instance) {
    const chances = banditFamily(instance.params)[instance.task]!;
    const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
    return expectedReturn(instance.params, () => mean);
  },
  verify: recheckMetaBandit,
  measure(instance, { actions, total }) {
    const chances = banditFamily(instance.params)[instance.task]!;
    const best = Math.max(...chances);
    const pulls = identifiedAfterPulls(instance, actions);
    return {
      regret: solveBandit(instance.params).optimum.reward - total,
      clairvoyant_regret: expectedReturn(instance.params, (round) => best - (chances[(actions[round] ?? 0) - 1] ?? 0)),
      ...(pulls === undefined ? { identified: 0 } : { identified: 1, identification_pulls: pulls }),
    };
  },
  text: {
    rules: ({ task_count, probe_budget, exploit_steps, arms, probe_weight, known, shown: when }) =>
      `You pull one of the arms 1 to ${arms} each round; a pull pays 1 or nothing. Each arm has a fixed chance to pay, given by one of ` +
      `${task_count} tasks, each equally likely; you are not told which. ` +
      (known === 1 ? 'The chances of all tasks are shown in 64ths. ' : 'The tasks are the same in every episode. ') +
      `The first ${probe_budget} rounds are for probing: a payment there counts ${probe_weight}. In the ${exploit_steps} rounds after ` +
      `that it counts 1${when === 'probing' ? ', but you are not told what was paid' : ''}. A reply that cannot be read pays nothing and takes its round. Reply each time as in "answer: 1".`,
    observation: ({ phase, round, last, tasks }) =>
      (last === null ? '' : `arm ${last.arm} paid ${last.reward}\n`) +
      (tasks === null ? '' : `${tasks.map((task, i) => `task ${i + 1}: ${task.join(' ')}`).join('\n')}\n`) +
      `round ${round + 1}, ${phase === 'probe' ? 'probing' : 'exploiting'}`,
    action: (action) => String(action),
    parse: (reply, { arms }) => parseInteger(reply, 1, arms),
  },
  bits({ task_count, probe_budget, exploit_steps, arms, known }) {
    const table = listOf(task_count, listOf(arms, whole(0, CHANCE_GRAIN)));
    const tasks: Layout<MetaBanditObservation['tasks']> = known === 1 ? table : constant(null);
    return {
      observation: codec(
        record<MetaBanditObservation>({
          phase: oneOf(['probe', 'exploit'] as const),
          round: whole(0, probe_budget + exploit_steps),
          last: maybe(record({ arm: whole(1, arms), reward: whole(0, 1) })),
          tasks,
        }),
      ),
      action: codec(whole(1, arms)),
    };
  },
  varies: ['reward'],
  vary(instance, what, { index }) {
    const { task_count } = instance.params;
    return what === 'reward' ? { ...instance, task: (instance.task + index) % task_count } : instance;
  },
});
