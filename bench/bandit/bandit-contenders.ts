import { createRng } from '#foundation/kernel';
import type { BanditLearner } from './bandit-learner.ts';
import type { BanditWorld } from './bandit-world.ts';
import { EpsilonGreedy } from './epsilon-greedy.ts';
import { Exp4 } from './exp4.ts';
import { LinUcb } from './lin-ucb.ts';
import { AdaptiveValueExperts } from './adaptive-value-experts.ts';
import { createArmMachine } from './arm-machine.ts';
import { MachineBandit } from './machine-bandit.ts';
import { RoutedValues, type ValueAdviser } from './routed-values.ts';
import { ValueExperts } from './value-experts.ts';
import { detectionDefaults, routingDefaults, valueDefaults } from './value-knobs.ts';

/** A learner by name; made anew for each world. */
export interface Contender {
  readonly name: string;
  make(world: BanditWorld): BanditLearner;
  /** It plays no longer worlds. */
  readonly mostRounds?: number;
}

/** Exploration of LinUCB that is tried; its best counts. */
export const alphas = { quick: [0.4, 0.7, 1], full: [0.3, 0.5, 0.7, 1, 1.4] } as const;

/** Names of the contenders that targets speak of. */
export const pawl = 'pawl';
export const oracle = 'oracle restart';

/** Settings of the learner, for the report. */
export const learnerSettings = {
  kind: 'mid path over the rules of logistic value experts',
  ...valueDefaults,
  rules: valueDefaults.rules.map((rule) => ({ ...rule })),
  routing: { ...routingDefaults },
};

/** Settings of the peers, for the report. */
export const peerSettings = {
  epsilonGreedy: { epsilons: [0.01, 0.05, 0.1], rate: 0.5 },
  exp4: { policies: [512, 4096] },
  forgettingLinUcb: { alpha: 0.7, forgettings: [0.9999, 0.999, 0.99] },
} as const;

/** Posteriors that forget at different rates, for the mid path to track the best of. */
export const forgettings = [0, 0.002, 0.02] as const;

/** The mid path over the rules of value experts, without change detection. */
export const valueContender: Contender = { name: pawl, make: (world) => routed(world, advisersOf(valuesOf(world))) };

/** The same learner, told the scale that it otherwise estimates: what a better estimate could still gain. */
export const toldContender: Contender = {
  name: 'pawl, told the scale',
  mostRounds: 1e5,
  make: (world) =>
    routed(world, advisersOf(valuesOf(world, { priorVariance: world.scale ** 2, estimatesPrior: false }))),
};

/** The same learner, whose arms the machine's own step chooses: worths become the weights of the context's key. */
export const machineContender: Contender = {
  name: 'pawl, arms chosen by the machine',
  mostRounds: 1e5,
  make(world) {
    const values = valuesOf(world);
    const bandit = new MachineBandit(createArmMachine(world.size.dimensions, world.size.arms), values);
    return routed(
      world,
      advisersOf({
        highestAt: (ones, count) => values.highestAt(ones, count),
        choose: (ones, count, rng, rule) => bandit.choose(ones, count, rng, rule),
        learn: (ones, count, expert, reward) => values.learn(ones, count, expert, reward),
      }),
    );
  },
};

/** The same posteriors with each rule alone, and with Thompson sampling as the prototype had it. */
export const ruleContenders: readonly Contender[] = [
  ...valueDefaults.rules,
  { kind: 'thompson', spread: 0.5 } as const,
].map((rule) => ({
  name: `${rule.kind} ${rule.spread} alone`,
  make: (world) => alone(world, valuesOf(world, { rules: [rule] })),
}));

/** The mid path over value experts with change detection. */
export const adaptiveContender: Contender = {
  name: pawl,
  make(world) {
    const bank = new AdaptiveValueExperts(optionsOf(world), detectionDefaults);
    return { ...routed(world, advisersOf(bank)), replacements: bank.replacements };
  },
};

/** The mid path without detection: fixed share tracks which rate of forgetting serves now. */
export const trackingContender: Contender = {
  name: 'mid path tracks forgetting',
  make: (world) =>
    routed(
      world,
      forgettings.map((forgetting) => ({ bank: valuesOf(world, { forgetting }), rule: 0 })),
    ),
};

/** The learner without detection, told of every change. */
export const oracleContender: Contender = {
  name: oracle,
  make(world) {
    const bank = valuesOf(world);
    return { ...routed(world, advisersOf(bank)), changed: () => bank.reset() };
  },
};

/** LinUCB at each alpha, ε-greedy at each ε, EXP4 over few and many policies. */
export function peerContenders(tried: readonly number[]): Contender[] {
  return [
    ...tried.map((alpha) => ({
      name: `LinUCB ${alpha}`,
      make: ({ size }: BanditWorld) => new LinUcb(size.dimensions, size.arms, alpha),
    })),
    ...peerSettings.epsilonGreedy.epsilons.map((epsilon) => ({
      name: `ε-greedy logistic ${epsilon}`,
      make: ({ size, seedPath }: BanditWorld) =>
        new EpsilonGreedy(
          size.dimensions,
          size.arms,
          { epsilon, rate: peerSettings.epsilonGreedy.rate },
          createRng(`${seedPath}/epsilon`),
        ),
    })),
    ...peerSettings.exp4.policies.map((policies) => ({
      name: `EXP4 ${policies}`,
      ...(policies > 1000 ? { mostRounds: 1e5 } : {}),
      make: ({ size, seedPath }: BanditWorld) => new Exp4({ ...size, policies }, createRng(`${seedPath}/exp4`)),
    })),
  ];
}

/** LinUCB that forgets, for worlds that change. */
export const forgettingContenders: readonly Contender[] = peerSettings.forgettingLinUcb.forgettings.map(
  (forgetting) => ({
    name: `LinUCB ${peerSettings.forgettingLinUcb.alpha} forgetting ${forgetting}`,
    make: ({ size }) => new LinUcb(size.dimensions, size.arms, peerSettings.forgettingLinUcb.alpha, forgetting),
  }),
);

type Options = ConstructorParameters<typeof ValueExperts>[0];

function optionsOf({ size }: BanditWorld): Options {
  return { dimensions: size.dimensions, experts: size.arms, ...valueDefaults };
}

function valuesOf(world: BanditWorld, changed: Partial<Options> = {}): ValueExperts {
  return new ValueExperts({ ...optionsOf(world), ...changed });
}

function advisersOf(bank: ValueAdviser['bank']): ValueAdviser[] {
  return valueDefaults.rules.map((_, rule) => ({ bank, rule }));
}

function routed({ seedPath }: BanditWorld, advisers: readonly ValueAdviser[]): BanditLearner {
  const values = new RoutedValues(advisers, routingDefaults);
  const rng = createRng(`${seedPath}/pawl`);
  return {
    routing: values.record,
    choose: (ones, count) => values.choose(ones, count, rng),
    learn: (ones, count, arm, reward) => values.learn(ones, count, arm, reward),
  };
}

function alone({ seedPath }: BanditWorld, values: ValueExperts): BanditLearner {
  const rng = createRng(`${seedPath}/pawl`);
  return {
    choose: (ones, count) => values.choose(ones, count, rng),
    learn: (ones, count, arm, reward) => values.learn(ones, count, arm, reward),
  };
}
