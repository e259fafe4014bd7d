import type { Params } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import type { ParamsOf } from '../../define/param-range.ts';
import { banditBits, banditParams, banditText } from './bandit-face.ts';
import {
  banditOptimum,
  banditRandomReturn,
  BanditEnvironment,
  type BanditObservation,
  clairvoyant,
  drawRates,
  drawWeights,
  type LinearBandit,
  regrets,
} from './linear-bandit.ts';
import { recheckBandit } from './linear-bandit-recheck.ts';

type ContextualParams = ParamsOf<typeof banditParams> & Params;

const base = { contexts: 'uniform', reward: 'bernoulli' } as const;

/**
 * Learn which arm pays best in which context. The optimum takes the best arm of every context of the episode:
 *
 *     Σₜ maxₐ μₐ(xₜ),  and regret is Σₜ (maxₐ μₐ(xₜ) − μ_{aₜ}(xₜ))
 *
 * in expectations, never in samples.
 *
 * @source spec/benchmark-suite §5.1
 */
export const contextualBandit = defineTemplate<ContextualParams, LinearBandit, BanditObservation, number>({
  name: 'CONTEXTUAL_BANDIT',
  family: 'bandit',
  domain: 'agentic',
  tags: ['environment', 'benchmark', 'bandit'],
  says: 'Learn which arm pays best in which context.',
  shape: 'episode',
  params: banditParams,
  levels: [
    { d: 4, K: 2, T: 16, ...base },
    { d: 4, K: 4, T: 50, ...base },
    { d: 8, K: 4, T: 100, ...base },
    { d: 8, K: 8, T: 200, ...base, contexts: 'biased' },
    { d: 16, K: 8, T: 400, ...base },
    { d: 16, K: 8, T: 800, ...base, contexts: 'biased' },
  ],
  metrics: [
    { name: 'regret', better: 'lower', says: 'expected regret R_T' },
    { name: 'regret_per_round', better: 'lower', says: 'expected regret divided by rounds, R_T / T' },
    { name: 'regret_late', better: 'lower', says: 'expected regret per round over the last quarter' },
  ],
  difficulty: ({ d, K, contexts }) => d * K + (contexts === 'biased' ? 1 : 0),
  rewardRange: ({ T }) => ({ low: 0, high: T }),
  maxSteps: ({ T }) => T,
  generate: ({ d, K, T, contexts, reward }, rng) => ({
    rounds: T,
    arms: K,
    dimensions: d,
    pays: reward,
    weights: [drawWeights(K, d, rng)],
    starts: [0],
    rates: drawRates(contexts, d, rng),
    noise: `${rng.path}/noise`,
  }),
  start: (instance) => new BanditEnvironment(instance),
  oracle: clairvoyant,
  optimum: banditOptimum,
  randomAction: (_, rng, { K }) => rng.int(1, K),
  randomReturn: banditRandomReturn,
  verify: recheckBandit,
  measure(instance, { actions }) {
    const found = regrets(instance, actions);
    const sum = (list: readonly number[]): number => list.reduce((total, regret) => total + regret, 0);
    const late = found.slice(-Math.ceil(found.length / 4));
    const regret = sum(found);
    return { regret, regret_per_round: regret / instance.rounds, regret_late: sum(late) / Math.max(1, late.length) };
  },
  text: banditText<ContextualParams>(() => 'The weights stay the same throughout. '),
  bits: banditBits,
  varies: ['reward'],
  vary: (instance, what, { rng }) =>
    what === 'reward' ? { ...instance, weights: [drawWeights(instance.arms, instance.dimensions, rng)] } : instance,
});
