import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { playOracle, playRandom } from '../../play/rollout.ts';
import { contextualBandit } from './contextual-bandit.ts';
import { nonstationaryBandit } from './nonstationary-bandit.ts';

const families = [contextualBandit, nonstationaryBandit] as const;

describe.each([0, 1])('bandit family %i', (which) => {
  const family = families[which]!;

  it('bounds what a player can earn by what who knows the weights earns, where an arm pays its mean', () => {
    for (let index = 0; index < 20; index += 1) {
      const params = { ...nonstationaryBandit.levels[2]!, reward: 'mean', contexts: 'biased' } as const;
      const instance = family.generate(params, createRng(`mean/${index}`));
      const optimum = family.optimum(instance as never);
      const trace = playOracle(family as typeof contextualBandit, params, instance);
      expect(optimum.kind).toBe('bound');
      expect(trace.total).toBeCloseTo(optimum.reward, 9);
      expect(family.verify(instance as never, trace.actions)).toMatchObject({ ok: true });
    }
  });

  it('has no regret for the oracle and much for chance', () => {
    const params = nonstationaryBandit.levels[3]!;
    const instance = family.generate(params, createRng('regret'));
    const any = family as typeof contextualBandit;
    const best = any.measure(instance, playOracle(any, params, instance));
    const chance = any.measure(instance, playRandom(any, { params, instance }, createRng('chance')));
    expect(best['regret']).toBeCloseTo(0, 9);
    expect(chance['regret_per_round']).toBeGreaterThan(0.1);
  });
});

describe('NONSTATIONARY_BANDIT', () => {
  it('adapts at once where nothing is regretted, and never where the first segment is played on', () => {
    const params = { ...nonstationaryBandit.levels[2]!, intervals: 'random' } as const;
    const times: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const instance = nonstationaryBandit.generate(params, createRng(`adapt/${index}`));
      const oracle = playOracle(nonstationaryBandit, params, instance);
      expect(nonstationaryBandit.measure(instance, oracle)).toMatchObject({ spike: 0, adaptation_time: 0 });
      const stale = { ...instance, weights: instance.weights.map(() => instance.weights[0]!) };
      const trace = playOracle(nonstationaryBandit, params, stale);
      times.push(nonstationaryBandit.measure(instance, trace)['adaptation_time']!);
    }
    expect(times.reduce((sum, time) => sum + time, 0) / times.length).toBeGreaterThan(20);
  });

  it('changes the best arm of most contexts', () => {
    const params = nonstationaryBandit.levels[2]!;
    let changed = 0;
    for (let index = 0; index < 50; index += 1) {
      const instance = nonstationaryBandit.generate(params, createRng(`change/${index}`));
      const policy = nonstationaryBandit.oracle(instance);
      const context = Uint8Array.from({ length: params.d }, (_, i) => (index >> i) & 1);
      const [before, after] = [0, params.T - 1].map((round) => policy.act({ round, context, last: null }));
      changed += before === after ? 0 : 1;
    }
    expect(changed / 50).toBeGreaterThan(0.5);
  });
});
