import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { snapshotMachine } from '#learners/machine/representation/machine';
import { AdaptiveValueExperts } from './adaptive-value-experts.ts';
import { createArmMachine } from './arm-machine.ts';
import { ChangeDetector } from './change-detector.ts';
import { Cusum, logGain } from './cusum.ts';
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

describe('a prior that is estimated', () => {
  it('property: a posterior retuned is the one that the other prior would have given, up to what one pass costs', () => {
    const rng = createRng('retune');
    const [one, other] = [new LogisticPosterior(3, 1), new LogisticPosterior(3, 0.1)];
    for (let n = 0; n < 400; n += 1) {
      const x = [0, 1, 2].filter(() => rng.chance(0.5));
      const reward = rng.chance(0.4) ? 1 : 0;
      for (const posterior of [one, other]) posterior.learn(Int32Array.from(x), x.length, reward);
    }
    one.retune(0.1);
    for (const i of [0, 1, 2]) {
      expect(one.meanAt(ones(i), 1)).toBeCloseTo(other.meanAt(ones(i), 1), 1);
      expect(one.varianceAt(ones(i), 1)).toBeCloseTo(other.varianceAt(ones(i), 1), 2);
    }
  });

  it('finds how small the weights are', () => {
    const rng = createRng('scale');
    const experts = new ValueExperts({ ...valueDefaults, dimensions: 8, experts: 4 });
    const weights = Array.from({ length: 4 }, () => Array.from({ length: 8 }, () => 0.25 * rng.normal()));
    for (let n = 0; n < 4096; n += 1) {
      const x = Array.from({ length: 8 }, (_, i) => i).filter(() => rng.chance(0.5));
      const expert = rng.below(4);
      const z = x.reduce((sum, i) => sum + weights[expert]![i]!, 0);
      experts.learn(Int32Array.from(x), x.length, expert, rng.chance(logistic(z)) ? 1 : 0);
    }
    expect(experts.priorVariance).toBeGreaterThan(0.25 ** 2 / 3);
    expect(experts.priorVariance).toBeLessThan(3 * 0.25 ** 2);
  });
});

describe('Cusum', () => {
  it('property: e^gain is 1 on average when what was foreseen is right, whatever the alternative', () => {
    const probability = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(probability, probability, (p, q) => {
        expect(p * Math.exp(logGain(p, q, 1)) + (1 - p) * Math.exp(logGain(p, q, 0))).toBeCloseTo(1, 9);
      }),
    );
  });

  it('property: is the largest sum of gains that ends now, and says where that begins', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 30 }), (gains) => {
        const cusum = new Cusum(4);
        for (const [round, gain] of gains.entries()) {
          const tails = gains
            .slice(0, round + 1)
            .map((_, from) => gains.slice(from, round + 1).reduce((a, b) => a + b));
          const largest = Math.max(0, ...tails);
          expect(cusum.add(gain, round)).toBe(largest >= 4);
          expect(cusum.since).toBe(largest === 0 ? round + 1 : tails.lastIndexOf(largest));
        }
      }),
    );
  });
});

/** Value experts that know rewards of probability p after 2,000 rounds each, and a detector that saw the same. */
function settled(p: number, count = 2): { observe: (arm: number, truth: number) => boolean; detector: ChangeDetector } {
  const rng = createRng(`settled/${p}/${count}`);
  const experts = new ValueExperts({ ...valueDefaults, dimensions: 2, experts: count });
  const detector = new ChangeDetector(detectionDefaults, experts);
  const x = ones(0, 1);
  const observe = (arm: number, truth: number): boolean => {
    const reward = rng.chance(truth) ? 1 : 0;
    const isChanged = detector.observe(x, 2, arm, reward);
    experts.learn(x, 2, arm, reward);
    return isChanged;
  };
  for (let t = 0; t < 2000 * count; t += 1) observe(t % count, p);
  return { observe, detector };
}

describe('ChangeDetector', () => {
  it('raises no false alarm in a long stretch without change', () => {
    const { observe } = settled(0.9);
    let alarms = 0;
    for (let t = 0; t < 60_000; t += 1) alarms += observe(t % 2, 0.9) ? 1 : 0;
    expect(alarms).toBe(0);
  });

  it('finds a change soon, and says when it was', () => {
    const { observe, detector } = settled(0.9);
    let t = 1;
    while (!observe(t % 2, 0.4)) t += 1;
    expect(t).toBeLessThan(60);
    expect(Math.abs(detector.suspected - t)).toBeLessThan(15);
  });

  it('finds at once that nothing holds, before any expert is picked twice', () => {
    const { observe } = settled(0.95, 16);
    let t = 0;
    while (!observe(t % 16, 0.2)) t += 1;
    expect(t).toBeLessThan(12);
  });

  it('finds what a fair coin misses: one of the experts pays better than before', () => {
    const { observe } = settled(0.6);
    let t = 1;
    while (t < 1000 && !observe(t % 2, t % 2 === 0 ? 0.6 : 0.9)) t += 1;
    expect(t).toBeLessThan(500);
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
