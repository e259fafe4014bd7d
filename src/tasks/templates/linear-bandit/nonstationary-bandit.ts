import type { Rng } from '#foundation/kernel';
import type { Params } from '#foundation/contracts/tasks';
import { defineTemplate } from '../../define/define-template.ts';
import { choice, int, number, type ParamsOf } from '../../define/param-range.ts';
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

const params = {
  ...banditParams,
  J: int(1, 16, 'number of changes'),
  intervals: choice(
    ['even', 'random'],
    'segments of equal length, or of lengths drawn between half and one and a half',
  ),
  W_reg: int(1, 10_000, 'rounds in the window over which regret is averaged after a change'),
  threshold: number(0.01, 0.5, 'average regret per round in a window at which a change counts as adapted to'),
};
type NonstationaryParams = ParamsOf<typeof params> & Params;

interface NonstationaryBandit extends LinearBandit {
  readonly params: NonstationaryParams;
}

/** The first round of each of J + 1 segments. */
function drawStarts({ T, J, intervals }: NonstationaryParams, rng: Rng): number[] {
  const lengths = Array.from({ length: J + 1 }, () => (intervals === 'even' ? 1 : 0.5 + rng.below(1024) / 1024));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return lengths.map((length) => {
    const start = Math.floor((before / total) * T);
    before += length;
    return start;
  });
}

const base = { contexts: 'uniform', reward: 'bernoulli', intervals: 'even', threshold: 0.1 } as const;

/** The regret of a window from each change on, and how long until a window's average falls below the threshold. */
function adaptation({ params, starts, rounds }: NonstationaryBandit, found: readonly number[]): [number, number] {
  const { W_reg, threshold } = params;
  let spikes = 0;
  let times = 0;
  for (const [i, start] of starts.entries()) {
    if (i === 0) continue;
    const segment = found.slice(start, starts[i + 1] ?? rounds);
    const width = Math.min(W_reg, Math.max(1, segment.length));
    let window = 0;
    let adapted = segment.length;
    for (let t = 0; t < segment.length; t += 1) {
      window += segment[t]! - (t >= width ? segment[t - width]! : 0);
      if (t === width - 1) spikes += window;
      if (t >= width - 1 && window / width < threshold) {
        adapted = Math.min(adapted, t + 1 - width);
      }
    }
    times += adapted;
  }
  return [spikes / (starts.length - 1), times / (starts.length - 1)];
}

/**
 * The contextual bandit whose weights all change J times without notice. The optimum knows every segment; a change counts as
 * adapted to after the least τ such that the average regret over the W_reg rounds from τ on is below the threshold, and as
 * taking the whole segment where there is none.
 *
 * @source spec/benchmark-suite §5.2
 */
export const nonstationaryBandit = defineTemplate<NonstationaryParams, NonstationaryBandit, BanditObservation, number>({
  name: 'NONSTATIONARY_BANDIT',
  family: 'bandit',
  domain: 'agentic',
  tags: ['environment', 'benchmark', 'bandit', 'non-stationary'],
  says: 'Learn which arm pays best in which context, and learn anew when that changes.',
  shape: 'episode',
  params,
  levels: [
    { d: 4, K: 2, T: 24, J: 1, W_reg: 4, ...base },
    { d: 4, K: 4, T: 100, J: 1, W_reg: 10, ...base },
    { d: 8, K: 4, T: 200, J: 2, W_reg: 20, ...base },
    { d: 8, K: 8, T: 400, J: 2, W_reg: 20, ...base, intervals: 'random' },
    { d: 16, K: 8, T: 600, J: 4, W_reg: 30, ...base, intervals: 'random' },
  ],
  metrics: [
    { name: 'regret', better: 'lower', says: 'expected regret against the best arms of each segment' },
    { name: 'regret_per_round', better: 'lower', says: 'expected regret divided by rounds' },
    { name: 'spike', better: 'lower', says: 'expected regret in the W_reg rounds after a change, mean over changes' },
    { name: 'adaptation_time', better: 'lower', says: 'rounds until regret is below the threshold, mean over changes' },
  ],
  conflict: ({ T, J }) => (T >= 4 * (J + 1) ? undefined : `T is ${T}, must be at least 4 (J + 1) = ${4 * (J + 1)}`),
  difficulty: ({ d, K, J, intervals }) => d * K * (1 + J / 4) + (intervals === 'random' ? 1 : 0),
  rewardRange: ({ T }) => ({ low: 0, high: T }),
  maxSteps: ({ T }) => T,
  generate: (params, rng) => ({
    params,
    rounds: params.T,
    arms: params.K,
    dimensions: params.d,
    pays: params.reward,
    weights: Array.from({ length: params.J + 1 }, () => drawWeights(params.K, params.d, rng)),
    starts: drawStarts(params, rng),
    rates: drawRates(params.contexts, params.d, rng),
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
    const regret = found.reduce((sum, each) => sum + each, 0);
    const [spike, time] = adaptation(instance, found);
    return { regret, regret_per_round: regret / instance.rounds, spike, adaptation_time: time };
  },
  text: banditText<NonstationaryParams>(
    ({ J }) => `The weights of all arms change ${J === 1 ? 'once' : `${J} times`}, and you are not told when. `,
  ),
  bits: banditBits,
  varies: ['reward'],
  vary(instance, what, { rng }) {
    if (what !== 'reward') return instance;
    return { ...instance, weights: instance.weights.map(() => drawWeights(instance.arms, instance.dimensions, rng)) };
  },
});
