import { CHANCE_GRAIN } from './bandit-family.ts';

/** Pulls of weight `probeWeight`, then pulls of weight 1. */
export interface BanditHorizon {
  readonly probes: number;
  readonly probeWeight: number;
  readonly exploits: number;
  /** Whether the second kind of pulls tells nothing. */
  readonly isBlind?: boolean;
}

/** Wins and losses per arm, in the order w₁ l₁ w₂ l₂ …: all a Bayesian needs to know. */
export type Counts = readonly number[];

interface Plan {
  readonly value: number;
  /** The first best arm. */
  readonly arm: number;
}

/** The number of count states of `pulls` pulls or fewer over `arms` arms: C(pulls + 2 arms, 2 arms). */
export function stateCount(pulls: number, arms: number): number {
  let count = 1;
  for (let i = 1; i <= 2 * arms; i += 1) count = (count * (pulls + i)) / i;
  return Math.round(count);
}

/**
 * The policy that is best on average over a family whose tasks are equally likely, by dynamic programming over counts.
 *
 *     V(c) = maxₐ  P(win | c, a) (w + V(c + winₐ)) + P(loss | c, a) V(c + lossₐ)
 *
 * with w the weight of the next pull and P(win | c, a) = Σᵢ P(task i | c) pᵢₐ. Where exploitation is blind, V(c) = maxₐ n P(win | c, a) once its n pulls
 * begin.
 *
 * @source Duff 2002, Optimal learning: Bayes-adaptive Markov decision processes
 */
export class BayesBandit {
  private readonly chances: readonly (readonly number[])[];
  private readonly horizon: BanditHorizon;
  private readonly plans = new Map<number, Plan>();

  constructor(tasks: readonly (readonly number[])[], horizon: BanditHorizon) {
    this.chances = tasks.map((task) => task.map((chance) => chance / CHANCE_GRAIN));
    this.horizon = horizon;
  }

  /** How likely each task is after these counts. */
  posterior(counts: Counts): number[] {
    const weights = this.chances.map((task) => {
      let weight = 1;
      for (let arm = 0; arm < task.length; arm += 1)
        weight *= task[arm]! ** counts[2 * arm]! * (1 - task[arm]!) ** counts[2 * arm + 1]!;
      return weight;
    });
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  }

  plan(counts: Counts): Plan {
    const pulls = counts.reduce((sum, count) => sum + count, 0);
    const { probes, exploits, probeWeight, isBlind } = this.horizon;
    if (pulls === probes + exploits) return { value: 0, arm: 0 };
    const isLast = isBlind === true && pulls === probes;
    const key = counts.reduce((code, count) => code * (probes + exploits + 1) + count, 0);
    const known = this.plans.get(key);
    if (known !== undefined) return known;
    const posterior = this.posterior(counts);
    const weight = pulls < probes ? probeWeight : 1;
    let best: Plan = { value: -1, arm: 0 };
    for (let arm = 0; arm < counts.length / 2; arm += 1) {
      let win = 0;
      for (const [task, belief] of posterior.entries()) win += belief * this.chances[task]![arm]!;
      const value = isLast
        ? exploits * win
        : win * (weight + this.after(counts, 2 * arm)) + (1 - win) * this.after(counts, 2 * arm + 1);
      // Sums in another order differ in the last digits: what is equal but for those stays with the earlier arm.
      if (value > best.value + 1e-12) best = { value, arm };
    }
    this.plans.set(key, best);
    return best;
  }

  private after(counts: Counts, place: number): number {
    return this.plan(counts.with(place, counts[place]! + 1)).value;
  }

  /** P(return = r) of this policy over the family, by following every count state it can reach. */
  distribution(arms: number): Map<number, number> {
    const { probes, exploits, probeWeight, isBlind } = this.horizon;
    let states = new Map<string, { counts: Counts; arm: number; total: number; mass: number }>();
    states.set('', { counts: new Array<number>(2 * arms).fill(0), arm: 0, total: 0, mass: 1 });
    for (let pull = 0; pull < probes + exploits; pull += 1) {
      const next: typeof states = new Map();
      const isFixed = isBlind === true && pull > probes;
      for (const { counts, arm: before, total, mass } of states.values()) {
        const arm = isFixed ? before : this.plan(counts).arm;
        const posterior = this.posterior(counts);
        const win = posterior.reduce((sum, belief, task) => sum + belief * this.chances[task]![arm]!, 0);
        for (const [place, p, gain] of [
          [2 * arm, win, pull < probes ? probeWeight : 1],
          [2 * arm + 1, 1 - win, 0],
        ] as const) {
          const state = { counts: counts.with(place, counts[place]! + 1), arm, total: total + gain, mass: mass * p };
          // The arm of a blind phase is settled by what was seen before it.
          const key = `${state.counts.join()}/${isBlind === true ? arm : ''}/${state.total}`;
          const there = next.get(key);
          next.set(key, there === undefined ? state : { ...there, mass: there.mass + state.mass });
        }
      }
      states = next;
    }
    const totals = new Map<number, number>();
    for (const { total, mass } of states.values()) totals.set(total, (totals.get(total) ?? 0) + mass);
    return totals;
  }
}

/** The narrowest interval [low, high] that leaves less than 0.05 % of the returns below it and as much above. */
export function tails(distribution: ReadonlyMap<number, number>): { low: number; high: number } {
  const sorted = [...distribution].sort(([a], [b]) => a - b);
  const end = (list: readonly (readonly [number, number])[]): number => {
    let left = 0.0005;
    for (const [total, mass] of list) {
      left -= mass;
      if (left < 0) return total;
    }
    return list.at(-1)![0];
  };
  return { low: end(sorted), high: end(sorted.toReversed()) };
}
