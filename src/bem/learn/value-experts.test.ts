import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#kernel';
import { snapshotMachine } from '../machine-state.ts';
import { AdaptiveValueExperts } from './adaptive-value-experts.ts';
import { createArmMachine } from './arm-machine.ts';
import { ChangeDetector } from './change-detector.ts';
import { logistic, LogisticPosterior } from './logistic-posterior.ts';
import { MachineBandit } from './machine-bandit.ts';
import { ValueExperts } from './value-experts.ts';
import { detectionDefaults, valueDefaults } from './value-knobs.ts';

const ones = (...list: number[]): Int32Array => Int32Array.from(list);

describe('LogisticPosterior', () => {
  it('property: one observation moves the mean to the mode of prior times likelihood', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, reward) => {
        const posterior = new LogisticPosterior(5);
        const x = Int32Array.from({ length: count }, (_, i) => i);
        posterior.learn(x, count, reward);
        // The gradient of the log posterior at the mode is 0: θ_i = r − σ(θ · x) for every active i.
        const m = posterior.meanAt(x, count);
        expect(posterior.meanAt(ones(0), 1)).toBeCloseTo(reward - logistic(m), 9);
        expect(posterior.meanAt(ones(0), 1)).toBeCloseTo(m / count, 9);
      }),
    );
  });

  it('agrees with Newton on all data at once, up to what one pass costs', () => {
    const rng = createRng('posterior');
    const posterior = new LogisticPosterior(2);
    const truth = [1.5, -1];
    for (let n = 0; n < 4000; n += 1) {
      const x = [0, 1].filter(() => rng.chance(0.5));
      const z = x.reduce((sum, i) => sum + truth[i]!, 0);
      posterior.learn(Int32Array.from(x), x.length, rng.chance(logistic(z)) ? 1 : 0);
    }
    expect(posterior.meanAt(ones(0), 1)).toBeGreaterThan(1.3);
    expect(posterior.meanAt(ones(0), 1)).toBeLessThan(1.7);
    expect(posterior.meanAt(ones(1), 1)).toBeGreaterThan(-1.2);
    expect(posterior.meanAt(ones(1), 1)).toBeLessThan(-0.8);
    expect(posterior.varianceAt(ones(0), 1)).toBeLessThan(0.01);
  });
});

describe('ChangeDetector', () => {
  it('raises no false alarm sooner than its threshold allows', () => {
    const rng = createRng('null');
    const detector = new ChangeDetector(detectionDefaults);
    let alarms = 0;
    for (let t = 0; t < 100_000; t += 1) {
      if (detector.observe(0.9, rng.chance(0.9) ? 1 : 0)) {
        alarms += 1;
        detector.reset();
      }
    }
    expect(alarms).toBeLessThanOrEqual(1);
  });

  it('finds a change soon, and says when it was', () => {
    const rng = createRng('change');
    const detector = new ChangeDetector(detectionDefaults);
    let t = 0;
    for (; t < 1000; t += 1) expect(detector.observe(0.9, rng.chance(0.9) ? 1 : 0)).toBe(false);
    while (!detector.observe(0.9, rng.chance(0.4) ? 1 : 0)) t += 1;
    expect(t - 1000).toBeLessThan(60);
    expect(Math.abs(detector.suspected - (t + 1 - 1000))).toBeLessThan(15);
  });
});

describe('AdaptiveValueExperts', () => {
  it('replaces its posteriors after a change and pays again soon', () => {
    const rng = createRng('adaptive');
    const experts = new AdaptiveValueExperts({ ...valueDefaults, dimensions: 1, experts: 2 }, detectionDefaults);
    let lateReward = 0;
    for (let t = 0; t < 2000; t += 1) {
      const arm = experts.choose(ones(0), 1, rng);
      const good = t < 1000 ? 0 : 1;
      const reward = rng.chance(arm === good ? 0.9 : 0.2) ? 1 : 0;
      experts.learn(ones(0), 1, arm, reward);
      if (t >= 1200) lateReward += reward;
    }
    expect(experts.replacements.rounds).toHaveLength(1);
    expect(experts.replacements.rounds[0]).toBeGreaterThan(1000);
    expect(lateReward / 800).toBeGreaterThan(0.85);
  });
});

describe('MachineBandit', () => {
  it('plays through the planes of a machine what its value experts choose', () => {
    const settings = { ...valueDefaults, dimensions: 4, experts: 3 };
    const machine = createArmMachine(4, 3);
    const alone = new ValueExperts(settings);
    const seated = new MachineBandit(machine, new ValueExperts(settings));
    const rng = createRng('machine-bandit');
    const chosen = new Set<number>();
    for (let t = 0; t < 300; t += 1) {
      const x = Int32Array.from([0, 1, 2, 3].filter(() => rng.chance(0.5)));
      const arm = alone.choose(x, x.length, rng);
      expect(seated.choose(x, x.length, rng)).toBe(arm);
      chosen.add(arm);
      const reward = rng.chance(0.2 + 0.3 * arm) ? 1 : 0;
      for (const learner of [alone, seated]) learner.learn(x, x.length, arm, reward);
    }
    expect(chosen.size).toBeGreaterThan(1);
    expect(snapshotMachine(machine).state.weights.length).toBeGreaterThan(4);
  });
});
