import { createRng, remember } from '#foundation/kernel';
import type { Optimum, Policy } from '#foundation/contracts/tasks';
import { banditFamily, CHANCE_GRAIN, isBlind } from './bandit-family.ts';
import { BayesBandit, tails } from './bayes-bandit.ts';
import type { MetaBanditInstance, MetaBanditObservation, MetaBanditParams } from './meta-bandit-instance.ts';

interface Solved {
  readonly bayes: BayesBandit;
  readonly optimum: Optimum;
}

/** The Bayes-optimal policy of a family and its worth. */
export const solveBandit = remember((params: MetaBanditParams) => JSON.stringify(params), solveFreshBandit);

function solveFreshBandit(params: MetaBanditParams): Solved {
  const { probe_budget: probes, probe_weight: probeWeight, exploit_steps: exploits, arms } = params;
  const bayes = new BayesBandit(banditFamily(params), {
    probes,
    probeWeight,
    exploits,
    isBlind: isBlind(params),
  });
  const reward = bayes.plan(new Array<number>(2 * arms).fill(0)).value;
  return { bayes, optimum: { kind: 'expected', reward, ...tails(bayes.distribution(arms)) } };
}

/** Counts what it sees and follows the plan. */
export function bayesPolicy(params: MetaBanditParams): Policy<MetaBanditObservation, number> {
  const { bayes } = solveBandit(params);
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

/** How many pulls until the hidden task is more likely than all others together by 9 to 1. */
export function identifiedAfterPulls(
  { params, task, noise }: MetaBanditInstance,
  actions: readonly (number | undefined)[],
): number | undefined {
  const { bayes } = solveBandit(params);
  const chances = banditFamily(params)[task]!;
  const luck = createRng(noise);
  let counts: readonly number[] = new Array<number>(2 * params.arms).fill(0);
  const told = isBlind(params) ? actions.slice(0, params.probe_budget) : actions;
  for (const [round, action] of told.entries()) {
    const drawn = luck.below(CHANCE_GRAIN);
    const chance = action === undefined ? undefined : chances[action - 1];
    if (action === undefined || chance === undefined) continue;
    const place = 2 * (action - 1) + (drawn < chance ? 0 : 1);
    counts = counts.with(place, counts[place]! + 1);
    if (bayes.posterior(counts)[task]! >= 0.9) return round + 1;
  }
  return undefined;
}
