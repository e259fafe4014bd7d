import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { playOracle } from '../../play/rollout.ts';
import { causalBandit } from './causal-bandit.ts';
import { type CausalModel, counterfactualOf, drawModel, effectOf } from './causal-model.ts';
import { recheckCounterfactual, recheckEffect } from './causal-recheck.ts';

/** U → X, U → Y, X → Y: X copies U, Y is X and U; U is 1 half the time, nothing else is noisy. */
const confounded: CausalModel = {
  mechanisms: [
    { parents: [], table: 0, flip: 32 },
    { parents: [0], table: 0b10, flip: 0 },
    { parents: [1, 0], table: 0b1000, flip: 0 },
  ],
  order: [0, 1, 2],
  target: 2,
};

describe('CAUSAL_BANDIT', () => {
  it('cuts a variable off from its causes: do(X = 1) leaves Y to the confounder', () => {
    expect(effectOf(confounded, [])).toBe(0.5);
    expect(effectOf(confounded, [{ variable: 1, value: 1 }])).toBe(0.5);
    expect(effectOf(confounded, [{ variable: 1, value: 0 }])).toBe(0);
  });

  it('carries evidence into the other world: who showed X = 0 would not have had Y = 1 under X = 1', () => {
    const did = [{ variable: 1, value: 0 }];
    expect(counterfactualOf(confounded, did, [{ variable: 1, value: 1 }])).toBe(0);
    expect(counterfactualOf(confounded, [], [{ variable: 1, value: 1 }])).toBe(0.5);
  });

  it.each([4, 8])('agrees with the enumeration of worlds over %i variables', (variables) => {
    const rng = createRng(`causal/${variables}`);
    for (let round = 0; round < 25; round += 1) {
      const model = drawModel(variables, 1 + rng.below(variables - 1), 0.25, rng);
      const others = model.order.filter((variable) => variable !== model.target);
      const intervention = [{ variable: rng.pick(others), value: rng.bit() }];
      const evidence = [
        { variable: model.target, value: rng.bit() },
        { variable: others[0]!, value: rng.bit() },
      ];
      expect(effectOf(model, intervention)).toBeCloseTo(recheckEffect(model, intervention), 12);
      const probability = counterfactualOf(model, evidence, intervention);
      expect(probability).toBeCloseTo(recheckCounterfactual(model, evidence, intervention), 12);
    }
  });

  it('has a longest path of exactly the depth asked for', () => {
    const rng = createRng('depth');
    for (let depth = 1; depth < 8; depth += 1) {
      const { mechanisms, order, target } = drawModel(8, depth, 0.1, rng);
      const longest: number[] = [];
      for (const v of order) longest[v] = Math.max(0, ...mechanisms[v]!.parents.map((p) => longest[p]! + 1));
      expect(longest[target]).toBe(depth);
      expect(Math.max(...longest)).toBe(depth);
    }
  });

  it('has a best intervention at least 0.05 ahead', () => {
    for (const [i, params] of causalBandit.levels.entries()) {
      const { effects } = causalBandit.generate(params, createRng(`gap/${i}`));
      const [first, second] = effects.toSorted((a, b) => b - a);
      expect(first! - second!).toBeGreaterThanOrEqual(0.05);
    }
  });

  it('bounds what a player can earn by what who knows the model earns, where a round pays the expected value', () => {
    const params = { ...causalBandit.levels[4]!, reward: 'expected' } as const;
    const instance = causalBandit.generate(params, createRng('expected'));
    const { total, actions } = playOracle(causalBandit, params, instance);
    expect(causalBandit.optimum(instance)).toMatchObject({ kind: 'bound' });
    expect(total).toBeCloseTo(causalBandit.optimum(instance).reward, 9);
    expect(causalBandit.verify(instance, actions).ok).toBe(true);
  });

  it.each(['reward', 'dynamics'] as const)('stays exact when its %s changes', (what) => {
    const params = { ...causalBandit.levels[2]!, reward: 'expected' } as const;
    for (let index = 1; index < 8; index += 1) {
      const before = causalBandit.generate(params, createRng(`vary/${index}`));
      const instance = causalBandit.vary!(before, what, { index, rng: createRng(`regime/${index}`) });
      const { total, actions } = playOracle(causalBandit, params, instance);
      expect(total).toBeCloseTo(causalBandit.optimum(instance).reward, 9);
      expect(causalBandit.verify(instance, actions).reward).toBeCloseTo(total, 9);
    }
  });
});
