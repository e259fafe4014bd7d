import { AdaptiveValueExperts, detectionDefaults, valueDefaults, ValueExperts } from '#bem';
import { createRng } from '#kernel';
import type { BanditLearner } from './bandit-learner.ts';
import type { BanditWorld } from './bandit-world.ts';
import { EpsilonGreedy } from './epsilon-greedy.ts';
import { Exp4 } from './exp4.ts';
import { LinUcb } from './lin-ucb.ts';

/** A learner by name; made anew for each world. */
export interface Contender {
  readonly name: string;
  make(world: BanditWorld): BanditLearner;
}

/** Exploration of LinUCB that is tried; its best counts. */
export const alphas = { quick: [0.4, 0.7, 1], full: [0.3, 0.5, 0.7, 1, 1.4] } as const;

/** Names of the contenders that targets speak of. */
export const pawl = 'pawl';
export const oracle = 'oracle restart';

/** Settings of the peers, for the report. */
export const peerSettings = {
  epsilonGreedy: { epsilon: 0.05, rate: 0.5 },
  exp4: { policies: 512 },
} as const;

/** The machine's value experts, without change detection. */
export const valueContender: Contender = {
  name: pawl,
  make: (world) => valueLearner(world, valueDefaults),
};

/** The same posteriors with Thompson sampling, as the prototype had it. */
export const thompsonContender: Contender = {
  name: 'logistic Thompson 0.5',
  make: (world) => valueLearner(world, { ...valueDefaults, rule: 'thompson', spread: 0.5 }),
};

/** Value experts with change detection. */
export const adaptiveContender: Contender = { name: pawl, make: adaptiveLearner };

/** Value experts that are told of every change. */
export const oracleContender: Contender = {
  name: oracle,
  make: (world) => valueLearner(world, valueDefaults, true),
};

/** LinUCB at each alpha, ε-greedy, EXP4. */
export function peerContenders(tried: readonly number[]): Contender[] {
  return [
    ...tried.map((alpha) => ({
      name: `LinUCB ${alpha}`,
      make: ({ size }: BanditWorld) => new LinUcb(size.dimensions, size.arms, alpha),
    })),
    {
      name: 'ε-greedy logistic',
      make: ({ size, seedPath }) =>
        new EpsilonGreedy(size.dimensions, size.arms, peerSettings.epsilonGreedy, createRng(`${seedPath}/epsilon`)),
    },
    {
      name: 'EXP4',
      make: ({ size, seedPath }) => new Exp4({ ...size, ...peerSettings.exp4 }, createRng(`${seedPath}/exp4`)),
    },
  ];
}

function adaptiveLearner({ size, seedPath }: BanditWorld): BanditLearner {
  const options = { dimensions: size.dimensions, experts: size.arms, ...valueDefaults };
  const experts = new AdaptiveValueExperts(options, detectionDefaults);
  const rng = createRng(`${seedPath}/pawl`);
  return {
    replacements: experts.replacements,
    choose: (ones, count) => experts.choose(ones, count, rng),
    learn: (ones, count, arm, reward) => experts.learn(ones, count, arm, reward),
  };
}

function valueLearner({ size, seedPath }: BanditWorld, settings: typeof valueDefaults, isTold = false): BanditLearner {
  const experts = new ValueExperts({ dimensions: size.dimensions, experts: size.arms, ...settings });
  const rng = createRng(`${seedPath}/pawl`);
  return {
    choose: (ones, count) => experts.choose(ones, count, rng),
    learn: (ones, count, arm, reward) => experts.learn(ones, count, arm, reward),
    ...(isTold ? { changed: () => experts.reset() } : {}),
  };
}
