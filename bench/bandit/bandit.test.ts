import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { adaptations, falseAlarms } from './adaptation.ts';
import { adaptiveContender, oracleContender, peerContenders, valueContender } from './bandit-contenders.ts';
import { checkOnMachine } from './bandit-on-machine.ts';
import { createWorld, meansOf } from './bandit-world.ts';
import { compareLearners, logLogSlope, meanRegret } from './compare-learners.ts';
import { LinUcb } from './lin-ucb.ts';
import { playBandit } from './play-bandit.ts';

const small = { dimensions: 4, arms: 3, rounds: 3000, changes: 0 };

describe('the world of the bandit benchmark', () => {
  it('has the means of its weights, in every context', () => {
    const world = createWorld({ ...small, changes: 2 }, 'test/world');
    for (const segment of [0, 2]) {
      const means = meansOf(world, segment);
      for (let x = 0; x < 16; x += 1) {
        for (let arm = 0; arm < 3; arm += 1) {
          const z = [0, 1, 2, 3].reduce(
            (sum, i) => sum + (((x >>> i) & 1) === 1 ? world.weights[segment]![arm]![i]! : 0),
            0,
          );
          expect(means[x * 3 + arm]).toBeCloseTo(1 / (1 + Math.exp(-z)), 12);
        }
      }
    }
    expect(world.starts).toEqual([0, 1000, 2000]);
  });

  it('counts no regret for one who knows, and the same for the same seed', () => {
    const world = createWorld(small, 'test/oracle');
    const means = meansOf(world, 0);
    const knows = (_ones: Int32Array, _count: number, x: number): number =>
      [0, 1, 2].reduce((best, arm) => (means[x * 3 + arm]! > means[x * 3 + best]! ? arm : best), 0);
    expect(playBandit(world, { choose: knows, learn: () => {} }).regret).toBe(0);
    const [a, b] = [0, 1].map(() => playBandit(world, valueContender.make(createWorld(small, 'test/oracle'))));
    expect(a!.curve).toEqual(b!.curve);
    expect(a!.regret).toBeGreaterThan(0);
  });
});

describe('peers of the bandit benchmark', () => {
  it('LinUCB without exploration chooses what ridge regression on all rounds so far would', () => {
    const rng = createRng('ridge');
    const learner = new LinUcb(2, 2, 0);
    const seen: { z: number[]; arm: number; reward: number }[] = [];
    let differing = 0;
    for (let t = 0; t < 200; t += 1) {
      const ones = Int32Array.from([0, 1].filter(() => rng.chance(0.5)));
      const z = [0, 1].map((i) => (ones.includes(i) ? 1 : 0)).concat(1);
      const worth = [0, 1].map((arm) =>
        ridge(
          seen.filter((row) => row.arm === arm),
          z,
        ),
      );
      const chosen = learner.choose(ones, ones.length);
      if (Math.abs(worth[0]! - worth[1]!) > 1e-9 && worth[chosen]! < worth[1 - chosen]!) differing += 1;
      const arm = rng.below(2);
      const reward = rng.bit();
      learner.learn(ones, ones.length, arm, reward);
      seen.push({ z, arm, reward });
    }
    expect(differing).toBe(0);
  });

  it('learn: each beats blind choice, and value experts beat them all', () => {
    const cell = compareLearners(small, { seedPath: 'test/peers', seeds: 3 }, [
      valueContender,
      ...peerContenders([0.7]),
    ]);
    const blind = {
      name: 'blind',
      make: () => ({ choose: (_o: Int32Array, _c: number, x: number) => x % 3, learn: () => {} }),
    };
    const control = meanRegret(compareLearners(small, { seedPath: 'test/peers', seeds: 3 }, [blind]), 'blind');
    for (const name of cell.runs.keys()) expect(meanRegret(cell, name)).toBeLessThan(0.9 * control);
    for (const name of [...cell.runs.keys()].slice(1))
      expect(meanRegret(cell, 'pawl')).toBeLessThan(meanRegret(cell, name));
  });
});

/** z · θ with θ = (I + Σ z zᵀ)⁻¹ Σ r z, by elimination. */
function ridge(
  rows: readonly { readonly z: readonly number[]; readonly reward: number }[],
  z: readonly number[],
): number {
  const a = [0, 1, 2].map((i) =>
    [0, 1, 2, 3].map((j) =>
      rows.reduce((sum, row) => sum + row.z[i]! * (j === 3 ? row.reward : row.z[j]!), i === j ? 1 : 0),
    ),
  );
  for (let c = 0; c < 3; c += 1) {
    for (let r = 0; r < 3; r += 1) {
      if (r === c) continue;
      const factor = a[r]![c]! / a[c]![c]!;
      for (let j = 0; j < 4; j += 1) a[r]![j]! -= factor * a[c]![j]!;
    }
  }
  return z.reduce((sum, each, i) => sum + (each * a[i]![3]!) / a[i]![i]!, 0);
}

describe('changes of a bandit world', () => {
  it('measure spike and adaptation of losses made by hand', () => {
    const world = createWorld({ ...small, rounds: 100, changes: 1 }, 'test/adapt');
    const losses = new Float32Array(100).fill(0);
    losses.fill(1, 50, 60);
    const rule = { spike: 5, window: 10, threshold: 0.25 };
    expect(adaptations(world, losses, rule)).toEqual([{ round: 50, spike: 5, time: 18 }]);
    expect(adaptations(world, losses.fill(1), rule)).toEqual([{ round: 50, spike: 5, time: null }]);
  });

  it('count as false every replacement that no change called for', () => {
    expect(falseAlarms([10, 55, 60, 120], [0, 50, 100])).toBe(2);
    expect(falseAlarms([], [0, 50])).toBe(0);
  });

  it('are found: detection pays for itself, and the oracle is the better reference', () => {
    const size = { ...small, rounds: 6000, changes: 2 };
    const contenders = [adaptiveContender, oracleContender, { ...valueContender, name: 'blind to change' }];
    const cell = compareLearners(size, { seedPath: 'test/changes', seeds: 3 }, contenders);
    expect(meanRegret(cell, 'pawl')).toBeLessThan(0.5 * meanRegret(cell, 'blind to change'));
    expect(meanRegret(cell, 'oracle restart')).toBeLessThan(1.2 * meanRegret(cell, 'pawl'));
  });
});

it('the slope of a power is its exponent', () => {
  const curve = [10, 20, 50, 100, 200, 500, 1000].map((t): [number, number] => [t, 3 * t ** 0.4]);
  expect(logLogSlope(curve)).toBeCloseTo(0.4, 9);
});

it('a machine between learner and world changes no choice', () => {
  expect(checkOnMachine({ ...small, rounds: 300 }, 'test/machine').isSame).toBe(true);
});
