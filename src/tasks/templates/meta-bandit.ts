import { createRng, type Rng } from '#kernel';
import type { Environment, Judged, Optimum, StepResult } from '#contracts';
import { defineTemplate } from '../define-template.ts';
import { codec, constant, type Layout, listOf, maybe, oneOf, record, whole } from '../faces/bit-layout.ts';
import { parseInteger } from '../faces/reply.ts';
import { choice, int, number, type ParamsOf } from '../param-range.ts';
import { banditFamily, CHANCE_GRAIN } from './bandit-family.ts';
import { BayesBandit, stateCount, tails } from './bayes-bandit.ts';

const params = {
  task_count: int(2, 32, 'number of tasks in the family'),
  probe_budget: int(0, 32, 'pulls of the probe phase'),
  exploit_steps: int(1, 32, 'pulls of the exploitation phase'),
  arms: int(2, 4, 'number of arms'),
  similarity: number(0, 0.9, '0: tasks have nothing in common; 0.9: they are nearly the same'),
  probe_weight: number(0, 1, 'what a payment in the probe phase counts; in the exploitation phase it counts 1'),
  known: choice([1, 0], '1 shows the chances of every task of the family; 0 leaves them to be learnt over episodes'),
  family: int(0, 1_000_000, 'which family; another number is another family, for held-out tests'),
};
type MetaBanditParams = ParamsOf<typeof params>;

interface MetaBanditInstance {
  readonly params: MetaBanditParams;
  /** The hidden task. */
  readonly task: number;
  readonly noise: string;
}

interface MetaBanditObservation {
  readonly phase: 'probe' | 'exploit';
  readonly round: number;
  readonly last: { readonly arm: number; readonly reward: number } | null;
  /** By task and arm, the chance to pay in 64ths; null where it is not shown. */
  readonly tasks: readonly (readonly number[])[] | null;
}

const MOST_STATES = 200_000;
interface Solved {
  readonly bayes: BayesBandit;
  readonly optimum: Optimum;
}
const solved = new Map<string, Solved>();

/** The Bayes-optimal policy of a family and its worth, made once per family. */
function solve(params: MetaBanditParams): Solved {
  const key = JSON.stringify(params);
  const found = solved.get(key);
  if (found !== undefined) return found;
  const { probe_budget: probes, probe_weight: probeWeight, exploit_steps: exploits, arms } = params;
  const bayes = new BayesBandit(banditFamily(params), { probes, probeWeight, exploits });
  const reward = bayes.plan(new Array<number>(2 * arms).fill(0)).value;
  const made: Solved = { bayes, optimum: { kind: 'expected', reward, ...tails(bayes.distribution(arms)) } };
  solved.set(key, made);
  return made;
}

class MetaBandit implements Environment<MetaBanditObservation, number> {
  private readonly instance: MetaBanditInstance;
  private readonly chances: readonly number[];
  private readonly tasks: MetaBanditObservation['tasks'];
  private readonly luck: Rng;
  private round = 0;
  private last: MetaBanditObservation['last'] = null;

  constructor(instance: MetaBanditInstance) {
    const family = banditFamily(instance.params);
    this.instance = instance;
    this.chances = family[instance.task]!;
    this.tasks = instance.params.known === 1 ? family : null;
    this.luck = createRng(instance.noise);
  }

  observe(): MetaBanditObservation {
    const phase = this.round < this.instance.params.probe_budget ? 'probe' : 'exploit';
    return { phase, round: this.round, last: this.last, tasks: this.tasks };
  }

  step(action: number | undefined): StepResult {
    const { probe_budget, exploit_steps, probe_weight } = this.instance.params;
    const end = probe_budget + exploit_steps;
    if (this.round >= end) return { reward: 0, done: true };
    const drawn = this.luck.below(CHANCE_GRAIN);
    const weight = this.round < probe_budget ? probe_weight : 1;
    this.round += 1;
    this.last = null;
    const chance = action === undefined ? undefined : this.chances[action - 1];
    if (action === undefined || chance === undefined) return { reward: 0, done: this.round === end };
    const paid = drawn < chance ? 1 : 0;
    this.last = { arm: action, reward: paid };
    return { reward: paid * weight, done: this.round === end };
  }
}

/** Counts what it sees and follows the plan. */
function bayesPolicy(params: MetaBanditParams): { act(observation: MetaBanditObservation): number } {
  const { bayes } = solve(params);
  let counts: readonly number[] = new Array<number>(2 * params.arms).fill(0);
  return {
    act({ last }) {
      if (last !== null) {
        const place = 2 * (last.arm - 1) + (last.reward === 1 ? 0 : 1);
        counts = counts.with(place, counts[place]! + 1);
      }
      return bayes.plan(counts).arm + 1;
    },
  };
}

/** Replays the payments; solved when at least nine tenths of the exploitation pulls, rounded down, go to a best arm. */
function verify({ params, task, noise }: MetaBanditInstance, actions: readonly (number | undefined)[]): Judged {
  const chances = banditFamily(params)[task]!;
  const luck = createRng(noise);
  const best = Math.max(...chances);
  const played = actions.slice(0, params.probe_budget + params.exploit_steps);
  let reward = 0;
  let good = 0;
  for (const [round, action] of played.entries()) {
    const threshold = luck.below(CHANCE_GRAIN) + 1;
    const chance = chances.at(action === undefined || action < 1 ? chances.length : action - 1) ?? 0;
    const exploiting = round >= params.probe_budget;
    if (chance >= threshold) reward += exploiting ? 1 : params.probe_weight;
    if (exploiting && chance === best) good += 1;
  }
  const wanted = Math.max(1, Math.floor(0.9 * params.exploit_steps));
  if (good >= wanted) return { ok: true, reward };
  return { ok: false, reward, why: `${good} of ${params.exploit_steps} exploitation pulls went to the best arm` };
}

/** How many pulls until the hidden task is more likely than all others together by 9 to 1. */
function identified(
  { params, task, noise }: MetaBanditInstance,
  actions: readonly (number | undefined)[],
): number | undefined {
  const { bayes } = solve(params);
  const chances = banditFamily(params)[task]!;
  const luck = createRng(noise);
  let counts: readonly number[] = new Array<number>(2 * params.arms).fill(0);
  for (const [round, action] of actions.entries()) {
    const drawn = luck.below(CHANCE_GRAIN);
    const chance = action === undefined ? undefined : chances[action - 1];
    if (action === undefined || chance === undefined) continue;
    const place = 2 * (action - 1) + (drawn < chance ? 0 : 1);
    counts = counts.with(place, counts[place]! + 1);
    if (bayes.posterior(counts)[task]! >= 0.9) return round + 1;
  }
  return undefined;
}

function expectedReturn(params: MetaBanditParams, chanceOf: (round: number) => number): number {
  let sum = 0;
  for (let round = 0; round < params.probe_budget + params.exploit_steps; round += 1)
    sum += (chanceOf(round) * (round < params.probe_budget ? params.probe_weight : 1)) / CHANCE_GRAIN;
  return sum;
}

const base = { arms: 3, similarity: 0.2, probe_weight: 0, known: 1, family: 0 } as const;

/**
 * Find out which task of a family this is, then make the most of it.
 *
 *     return = probe_weight · payments while probing + payments while exploiting
 *
 * The optimum is the expected return of the Bayes-optimal policy, which knows the family and not the task: the mean over
 * tasks, so a single task may pay more or less. Regret is against that policy, not against one that knows the task.
 *
 * @source seed 004 §6.1.1
 */
export const metaBandit = defineTemplate<MetaBanditParams, MetaBanditInstance, MetaBanditObservation, number>({
  name: 'META_BANDIT',
  family: 'meta',
  domain: 'meta',
  tags: ['meta-learning', 'bandit'],
  says: 'Identify a bandit task of a known family by probing, then exploit it.',
  shape: 'episode',
  params,
  levels: [
    { ...base, arms: 2, task_count: 2, probe_budget: 4, exploit_steps: 4 },
    { ...base, arms: 3, task_count: 3, probe_budget: 4, exploit_steps: 6 },
    { ...base, arms: 3, task_count: 6, probe_budget: 5, exploit_steps: 7, similarity: 0.3, probe_weight: 0.1 },
    { ...base, arms: 4, task_count: 8, probe_budget: 4, exploit_steps: 6, similarity: 0.3, probe_weight: 0.1 },
    {
      ...base,
      arms: 4,
      task_count: 12,
      probe_budget: 4,
      exploit_steps: 6,
      similarity: 0.4,
      probe_weight: 0.2,
      known: 0,
    },
  ],
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
  conflict({ probe_budget, exploit_steps, arms }) {
    const states = stateCount(probe_budget + exploit_steps, arms);
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
  optimum: ({ params }) => solve(params).optimum,
  randomAction: (_, rng, { arms }) => rng.int(1, arms),
  randomReturn(instance) {
    const chances = banditFamily(instance.params)[instance.task]!;
    const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length;
    return expectedReturn(instance.params, () => mean);
  },
  verify,
  measure(instance, { actions, total }) {
    const chances = banditFamily(instance.params)[instance.task]!;
    const best = Math.max(...chances);
    const pulls = identified(instance, actions);
    return {
      regret: solve(instance.params).optimum.reward - total,
      clairvoyant_regret: expectedReturn(instance.params, (round) => best - (chances[(actions[round] ?? 0) - 1] ?? 0)),
      ...(pulls === undefined ? { identified: 0 } : { identified: 1, identification_pulls: pulls }),
    };
  },
  text: {
    rules: ({ task_count, probe_budget, exploit_steps, arms, probe_weight, known }) =>
      `You pull one of the arms 1 to ${arms} each round; a pull pays 1 or nothing. Each arm has a fixed chance to pay, given by one of ` +
      `${task_count} tasks, each equally likely; you are not told which. ` +
      (known === 1 ? 'The chances of all tasks are shown in 64ths. ' : 'The tasks are the same in every episode. ') +
      `The first ${probe_budget} rounds are for probing: a payment there counts ${probe_weight}. In the ${exploit_steps} rounds after ` +
      'that it counts 1. A reply that cannot be read pays nothing and takes its round. Reply each time as in "answer: 1".',
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
