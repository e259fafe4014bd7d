import { cpuSecondsSince } from '../cpu-time.ts';
import { type BanditLearner, onesOf } from './bandit-learner.ts';
import { type BanditWorld, meansOf } from './bandit-world.ts';
import type { Replacements } from './adaptive-value-experts.ts';
import type { RoutingRecord } from './routed-values.ts';

/** What a learner did in a world. */
export interface BanditRun {
  /** R_T = Σ μ_{a*}(x_t) − μ_{a_t}(x_t). */
  readonly regret: number;
  /** R_t at the rounds of `curveRounds`. */
  readonly curve: Float64Array;
  /** Regret of each round. */
  readonly losses: Float32Array;
  /** Total reward. */
  readonly reward: number;
  readonly cpuSeconds: number;
  readonly replacements?: Replacements;
  readonly routing?: RoutingRecord;
}

/** Rounds at which a curve is read: ten per decade, from 10 up to T. */
export function curveRounds(rounds: number): number[] {
  const list: number[] = [];
  for (let k = 10; Math.round(10 ** (k / 10)) < rounds; k += 1) list.push(Math.round(10 ** (k / 10)));
  return [...list, rounds];
}

/** Lets a learner play a world to its end. */
export function playBandit(world: BanditWorld, learner: BanditLearner): BanditRun {
  const { rounds, arms, dimensions } = world.size;
  const marks = curveRounds(rounds);
  const curve = new Float64Array(marks.length);
  const losses = new Float32Array(rounds);
  const ones = new Int32Array(dimensions);
  const elapsed = cpuSecondsSince();
  let regret = 0;
  let reward = 0;
  let mark = 0;
  for (const [segment, start] of world.starts.entries()) {
    if (segment > 0) learner.changed?.();
    const means = meansOf(world, segment);
    const best = bestOf(means, arms);
    const end = world.starts[segment + 1] ?? rounds;
    for (let t = start; t < end; t += 1) {
      const x = world.contexts[t]!;
      const count = onesOf(x, ones);
      const arm = learner.choose(ones, count, x);
      const mean = means[x * arms + arm]!;
      const paid = world.luck[t]! < mean ? 1 : 0;
      learner.learn(ones, count, arm, paid);
      reward += paid;
      losses[t] = best[x]! - mean;
      regret += best[x]! - mean;
      if (t + 1 === marks[mark]) {
        curve[mark] = regret;
        mark += 1;
      }
    }
  }
  const cpuSeconds = elapsed();
  const { replacements, routing } = learner;
  return {
    regret,
    curve,
    losses,
    reward,
    cpuSeconds,
    ...(replacements === undefined ? {} : { replacements }),
    ...(routing === undefined ? {} : { routing }),
  };
}

function bestOf(means: Float64Array, arms: number): Float64Array {
  const best = new Float64Array(means.length / arms);
  for (let x = 0; x < best.length; x += 1) {
    for (let arm = 0; arm < arms; arm += 1) best[x] = Math.max(best[x]!, means[x * arms + arm]!);
  }
  return best;
}
