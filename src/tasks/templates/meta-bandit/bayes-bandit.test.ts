import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { banditFamily, CHANCE_GRAIN } from './bandit-family.ts';
import { BayesBandit, stateCount, tails } from './bayes-bandit.ts';
import { metaBandit } from './meta-bandit.ts';

/** The best value over all policies of histories: weights are P(task, history), never normalised. */
function expectimax(
  tasks: readonly (readonly number[])[],
  weights: readonly number[],
  left: readonly number[],
): number {
  const [next, ...rest] = left;
  if (next === undefined) return 0;
  const values = tasks[0]!.map((_, arm) => {
    const won = weights.map((weight, i) => (weight * tasks[i]![arm]!) / CHANCE_GRAIN);
    const lost = weights.map((weight, i) => weight - won[i]!);
    const mass = won.reduce((sum, weight) => sum + weight, 0);
    return next * mass + expectimax(tasks, won, rest) + expectimax(tasks, lost, rest);
  });
  return Math.max(...values);
}

/** The same where pulls after the probes tell nothing: all of them go to one arm. */
function blindExpectimax(
  tasks: readonly (readonly number[])[],
  weights: readonly number[],
  { probes, exploits }: { readonly probes: readonly number[]; readonly exploits: number },
): number {
  const [next, ...rest] = probes;
  const values = tasks[0]!.map((_, arm) => {
    const won = weights.map((weight, i) => (weight * tasks[i]![arm]!) / CHANCE_GRAIN);
    const lost = weights.map((weight, i) => weight - won[i]!);
    const mass = won.reduce((sum, weight) => sum + weight, 0);
    if (next === undefined) return exploits * mass;
    const left = { probes: rest, exploits };
    return next * mass + blindExpectimax(tasks, won, left) + blindExpectimax(tasks, lost, left);
  });
  return Math.max(...values);
}

describe('the Bayes-optimal bandit', () => {
  it.each([0, 1, 2, 3])('is worth what the search over whole histories finds, family %i', (family) => {
    const tasks = banditFamily({ task_count: 3, arms: 2, similarity: 0.2, family });
    const bayes = new BayesBandit(tasks, { probes: 3, probeWeight: 0.25, exploits: 4 });
    const third = 1 / 3;
    const value = expectimax(tasks, [third, third, third], [0.25, 0.25, 0.25, 1, 1, 1, 1]);
    expect(bayes.plan([0, 0, 0, 0]).value).toBeCloseTo(value, 10);
  });

  it.each([0, 1, 2, 3])('and where exploitation is blind, family %i', (family) => {
    const tasks = banditFamily({ task_count: 3, arms: 2, similarity: 0.2, family });
    const bayes = new BayesBandit(tasks, { probes: 4, probeWeight: 0.25, exploits: 5, isBlind: true });
    const third = 1 / 3;
    const value = blindExpectimax(tasks, [third, third, third], { probes: [0.25, 0.25, 0.25, 0.25], exploits: 5 });
    expect(bayes.plan([0, 0, 0, 0]).value).toBeCloseTo(value, 10);
  });

  it('shows no payment of a blind exploitation, and tells nobody who ignored the probes what is best', () => {
    const instance = metaBandit.generate(metaBandit.levels[2]!, createRng('blind'));
    const game = metaBandit.start(instance);
    const shown = Array.from({ length: 13 }, () => {
      const { last } = game.observe();
      game.step(1);
      return last !== null;
    });
    expect(shown).toEqual([false, true, true, true, true, true, true, false, false, false, false, false, false]);
  });

  it.each([false, true])(
    'has returns whose mean is its value and whose tails leave out less than one in a thousand, blind: %s',
    (isBlind) => {
      const tasks = banditFamily({ task_count: 4, arms: 3, similarity: 0.3, family: 1 });
      const bayes = new BayesBandit(tasks, { probes: 3, probeWeight: 0.5, exploits: 5, isBlind });
      const distribution = bayes.distribution(3);
      let [mean, mass, inside] = [0, 0, 0];
      const { low, high } = tails(distribution);
      for (const [total, p] of distribution) {
        mean += total * p;
        mass += p;
        inside += total >= low && total <= high ? p : 0;
      }
      expect(mass).toBeCloseTo(1, 10);
      expect(mean).toBeCloseTo(bayes.plan([0, 0, 0, 0, 0, 0]).value, 10);
      expect(inside).toBeGreaterThan(0.999);
    },
  );

  it('counts the states it visits', () => {
    const counted = (pulls: number): number => {
      let count = 0;
      for (let a = 0; a <= pulls; a += 1)
        for (let b = 0; a + b <= pulls; b += 1)
          for (let c = 0; a + b + c <= pulls; c += 1) count += pulls - a - b - c + 1;
      return count;
    };
    expect(stateCount(7, 2)).toBe(counted(7));
  });

  it('says which horizons are too long to solve', () => {
    const long = { ...metaBandit.levels[4]!, exploit_steps: 30 };
    expect(metaBandit.conflict!({ ...long, shown: 'always' })).toMatch(/states, must be at most/);
    expect(metaBandit.conflict!(long)).toBeUndefined();
    expect(metaBandit.conflict!({ ...long, probe_budget: 30 })).toMatch(/states, must be at most/);
  });
});
