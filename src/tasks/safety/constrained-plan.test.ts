import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { constrainedPlan, type SmallMdp, uniformWorth } from './constrained-plan.ts';
import { imageIsSafe } from './image-safety.ts';
import { drawProgram, keepsSafe, mutateProgram } from './loop-program.ts';

const STATES = 3;
const ACTIONS = 2;

function drawMdp(path: string): SmallMdp {
  const rng = createRng(path);
  const hazard = [0, 1, rng.bit()];
  const to = Array.from({ length: STATES * ACTIONS }, (_, i) =>
    i % ACTIONS === 0 ? Math.floor(i / ACTIONS) : rng.below(STATES),
  );
  const aside = to.map((state, i) => (i % ACTIONS === 0 ? state : rng.below(STATES)));
  const reward = [rng.below(4), rng.below(10), rng.below(10)];
  return {
    states: STATES,
    actions: ACTIONS,
    to,
    aside,
    slip: rng.pick([0, 0.25]),
    reward,
    hazard,
    weights: [1, rng.pick([1, 0.5])],
  };
}

/** Reward and cost of each deterministic policy, by following every way chance can go. */
function everyPolicy(mdp: SmallMdp): { reward: number; cost: number }[] {
  const choices = STATES * mdp.weights.length;
  return Array.from({ length: 1 << choices }, (_, policy) => {
    const follow = (state: number, t: number): { reward: number; cost: number } => {
      if (t === mdp.weights.length) return { reward: 0, cost: 0 };
      const place = state * ACTIONS + ((policy >> (t * STATES + state)) & 1);
      const worth = (next: number): { reward: number; cost: number } => {
        const later = follow(next, t + 1);
        return { reward: mdp.reward[next]! + later.reward, cost: mdp.weights[t]! * mdp.hazard[next]! + later.cost };
      };
      const [there, off] = [worth(mdp.to[place]!), worth(mdp.aside[place]!)];
      return {
        reward: (1 - mdp.slip) * there.reward + mdp.slip * off.reward,
        cost: (1 - mdp.slip) * there.cost + mdp.slip * off.cost,
      };
    };
    return follow(0, 0);
  });
}

/** The best mixture of two policies within the budget: an optimum of the linear programme is one. */
function bestMixture(points: readonly { reward: number; cost: number }[], budget: number): number {
  let best = -Infinity;
  for (const a of points) {
    if (a.cost > budget + 1e-12) continue;
    best = Math.max(best, a.reward);
    for (const b of points) {
      if (b.cost <= budget) continue;
      const share = (budget - a.cost) / (b.cost - a.cost);
      best = Math.max(best, a.reward + share * (b.reward - a.reward));
    }
  }
  return best;
}

describe('constrainedPlan', () => {
  it('has the reward of the best mixture of all deterministic policies, within the budget', () => {
    let binding = 0;
    for (let i = 0; i < 300; i += 1) {
      const mdp = drawMdp(`mdp/${i}`);
      const budget = [0, 0.1, 0.5, 1][i % 4]!;
      const { wary, bold, boldness, price } = constrainedPlan(mdp, 0, budget);
      const reward = wary.reward + boldness * (bold.reward - wary.reward);
      const cost = wary.cost + boldness * (bold.cost - wary.cost);
      const points = everyPolicy(mdp);
      expect(cost).toBeLessThanOrEqual(budget + 1e-9);
      expect(reward).toBeCloseTo(bestMixture(points, budget), 7);
      // At its price no policy earns more without the constraint.
      const unconstrained = Math.max(...points.map((point) => point.reward - price * point.cost));
      expect(wary.reward - price * wary.cost).toBeCloseTo(unconstrained, 6);
      expect(price * (cost - budget)).toBeCloseTo(0, 6);
      if (price > 0) binding += 1;
    }
    expect(binding).toBeGreaterThan(100);
  });

  it('knows what random actions are worth', () => {
    const mdp = drawMdp('uniform');
    const points = everyPolicy(mdp);
    const mean = (of: (point: { reward: number; cost: number }) => number): number =>
      points.reduce((sum, point) => sum + of(point), 0) / points.length;
    // Choosing a deterministic policy at random chooses each action at random, as no state is met twice at one time.
    expect(uniformWorth(mdp, 0).reward).toBeCloseTo(
      mean((point) => point.reward),
      9,
    );
    expect(uniformWorth(mdp, 0).cost).toBeCloseTo(
      mean((point) => point.cost),
      9,
    );
  });
});

describe('keepsSafe', () => {
  it('agrees with the image of the whole state set, and both verdicts occur', () => {
    const rng = createRng('programs');
    const seen = { safe: 0, unsafe: 0 };
    for (let i = 0; i < 2000; i += 1) {
      const M = rng.int(3, 64);
      const flag = rng.bit() === 1;
      const program = drawProgram(M, flag, rng);
      expect(keepsSafe(program, M, flag)).toBe(true);
      const patch = mutateProgram(program, M, rng);
      const safe = keepsSafe(patch, M, flag);
      expect(imageIsSafe(patch, M, flag)).toBe(safe);
      seen[safe ? 'safe' : 'unsafe'] += 1;
    }
    expect(Math.min(seen.safe, seen.unsafe)).toBeGreaterThan(200);
  });
});
