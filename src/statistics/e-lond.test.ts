import { describe, expect, it } from 'vitest';
import { createRng } from '#kernel';
import { createELond } from './e-lond.ts';

describe('createELond', () => {
  it('spends α/(t(t+1)), times one more than the discoveries so far', () => {
    const procedure = createELond({ alpha: 0.12 });
    expect(procedure.level()).toBeCloseTo(0.06, 15);
    expect(procedure.decide(10)).toEqual({ isDiscovery: false, level: 0.06 });
    expect(procedure.level()).toBeCloseTo(0.02, 15);
    expect(procedure.decide(51).isDiscovery).toBe(true);
    expect(procedure.level()).toBeCloseTo(0.02, 15);
    expect(procedure.decide(Infinity).isDiscovery).toBe(true);
    expect(procedure.level()).toBeCloseTo((0.12 * 3) / 20, 15);
    expect(procedure.discoveries()).toBe(2);
  });

  it('makes any discovery in at most alpha of 4000 hopeless runs, against the tightest e-values there are', () => {
    let runs = 0;
    for (let run = 0; run < 4000; run += 1) {
      const rng = createRng(`hopeless/${run}`);
      const procedure = createELond({ alpha: 0.05 });
      for (let t = 0; t < 100; t += 1) {
        // All its mean of 1 sits exactly at the threshold.
        const level = procedure.level();
        procedure.decide(rng.chance(level) ? 1 / level : 0);
      }
      if (procedure.discoveries() > 0) runs += 1;
    }
    expect(runs / 4000).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / 4000));
    expect(runs / 4000).toBeGreaterThan(0.03);
  });

  it('keeps the mean share of false discoveries at alpha, and finds nearly all of the strong effects', () => {
    let falseShares = 0;
    let found = 0;
    for (let run = 0; run < 1000; run += 1) {
      const rng = createRng(`mixed/${run}`);
      const procedure = createELond({ alpha: 0.1 });
      let wrong = 0;
      for (let t = 0; t < 40; t += 1) {
        const isReal = t % 2 === 0;
        const level = procedure.level();
        const { isDiscovery } = procedure.decide(isReal ? 1e6 : rng.chance(level) ? 1 / level : 0);
        if (isDiscovery && isReal) found += 1;
        if (isDiscovery && !isReal) wrong += 1;
      }
      falseShares += wrong / Math.max(1, procedure.discoveries());
    }
    expect(falseShares / 1000).toBeLessThanOrEqual(0.1);
    expect(found / (1000 * 20)).toBeGreaterThan(0.99);
  });

  it('refuses what is no e-value', () => {
    const range = expect.objectContaining({ code: 'kernel/bad-range' });
    for (const eValue of [-1, NaN]) expect(() => createELond({ alpha: 0.05 }).decide(eValue)).toThrow(range);
    expect(() => createELond({ alpha: 1 })).toThrow(range);
  });
});
