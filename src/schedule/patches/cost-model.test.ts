import { createRng, type Rng } from '#foundation/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CostFeatures, costWeights, createCostModel, learnCost, predictCost } from './cost-model.ts';
import { turnKnobs } from '../knobs.ts';
import { solveSymmetric } from './solve-symmetric.ts';

const knobs = turnKnobs();

function drawFeatures(rng: Rng): CostFeatures {
  return {
    clauses: Math.round(Math.exp(2 + 6 * rng.float())),
    depth: rng.int(1, 60),
    region: Math.round(Math.exp(1 + 5 * rng.float())),
  };
}

/** A solver whose effort grows with clauses and depth, times luck within about a factor of two. */
function effortOf({ clauses, depth }: CostFeatures, rng: Rng): number {
  return 0.01 * clauses ** 1.3 * depth ** 1.5 * Math.exp(0.5 * rng.normal());
}

describe('the cost model', () => {
  it('takes the number of clauses for the effort until it knows better', () => {
    expect(predictCost(createCostModel(knobs), { clauses: 700, depth: 9, region: 3 })).toBeCloseTo(700, 6);
  });

  it('learns the law of a solver from 200 verifications: typical error below a factor of two', () => {
    const rng = createRng('effort');
    let model = createCostModel(knobs);
    for (let i = 0; i < 200; i += 1) {
      const features = drawFeatures(rng);
      model = learnCost(model, features, effortOf(features, rng));
    }
    expect(model.samples).toBe(200);
    let learned = 0;
    let naive = 0;
    for (let i = 0; i < 200; i += 1) {
      const features = drawFeatures(rng);
      const truth = Math.log1p(effortOf(features, rng));
      learned += Math.abs(Math.log1p(predictCost(model, features)) - truth) / 200;
      naive += Math.abs(Math.log1p(features.clauses) - truth) / 200;
    }
    expect(learned).toBeLessThan(Math.log(2));
    expect(learned).toBeLessThan(0.6 * naive);
  });

  it('property: its weights minimise the ridge objective', () => {
    const size = fc.integer({ min: 0, max: 5000 });
    const sample = fc.record({ clauses: size, depth: size, region: size, effort: size });
    const nudge = fc.array(fc.double({ min: -0.1, max: 0.1, noNaN: true }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(sample, { maxLength: 12 }), nudge, (samples, step) => {
        const model = samples.reduce(
          (next, { effort, ...features }) => learnCost(next, features, effort),
          createCostModel(knobs),
        );
        const objective = (theta: readonly number[]): number => {
          const misses = samples.map(({ clauses, depth, region, effort }) => {
            const x = [1, Math.log1p(clauses), Math.log1p(depth), Math.log1p(region)];
            return (Math.log1p(effort) - x.reduce((sum, value, i) => sum + value * theta[i]!, 0)) ** 2;
          });
          const pull = theta.map((value, i) => (value - (i === 1 ? 1 : 0)) ** 2);
          return [...misses, ...pull].reduce((sum, value) => sum + value, 0);
        };
        const best = costWeights(model);
        expect(objective(best)).toBeLessThanOrEqual(objective(best.map((value, i) => value + step[i]!)) + 1e-9);
      }),
    );
  });

  it('property: the order of past verifications does not matter', () => {
    const rng = createRng('order');
    const past = Array.from({ length: 30 }, () => drawFeatures(rng));
    const fit = (features: readonly CostFeatures[]): number[] =>
      costWeights(
        features.reduce((next, each) => learnCost(next, each, each.clauses * each.depth), createCostModel(knobs)),
      );
    const back = fit(past.toReversed());
    for (const [i, weight] of fit(past).entries()) expect(back[i]).toBeCloseTo(weight, 8);
  });

  it('refuses what is no size or effort', () => {
    const bad = expect.objectContaining({ code: 'schedule/bad-observation' });
    const model = createCostModel(knobs);
    expect(() => predictCost(model, { clauses: -1, depth: 0, region: 0 })).toThrow(bad);
    expect(() => learnCost(model, { clauses: 1, depth: 0, region: 0 }, Number.NaN)).toThrow(bad);
  });
});

describe('solveSymmetric', () => {
  it('property: solves what it is given', () => {
    const entry = fc.double({ min: -3, max: 3, noNaN: true });
    const row = fc.array(entry, { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 3, maxLength: 3 }), row, (m, b) => {
        const a = m.map((left, i) =>
          m.map((right, j) => left.reduce((sum, x, k) => sum + x * right[k]!, i === j ? 0.1 : 0)),
        );
        const x = solveSymmetric(a, b);
        for (const [i, each] of a.entries()) {
          expect(each.reduce((sum, value, j) => sum + value * x[j]!, 0)).toBeCloseTo(b[i]!, 6);
        }
      }),
    );
  });

  it('breaks loudly on a matrix that is not positive definite', () => {
    expect(() => solveSymmetric([[0]], [1])).toThrow('positive definite');
  });
});
