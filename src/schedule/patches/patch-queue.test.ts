import type { Patch } from '#foundation/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCostModel, learnCost } from './cost-model.ts';
import { turnKnobs } from '../knobs.ts';
import { countWaiting, popPatch, type QueuedPatch, rankPatches } from './patch-queue.ts';

const knobs = turnKnobs();
const model = createCostModel(knobs);

function patch(id: string, R: number, clauses: number, domains: Patch['domains'] = ['math']): QueuedPatch {
  return {
    patch: {
      v: 1,
      id,
      learner: 'bem',
      kind: 'simplify',
      domains,
      gain: { R, S: 0, C: 0, I: 0 },
      verificationCost: 0,
      payload: null,
    },
    features: { clauses, depth: 0, region: 0 },
  };
}

const ids = (ranked: readonly QueuedPatch[]): string[] => ranked.map(({ patch: { id } }) => id);

describe('the patch queue', () => {
  it('ranks by score per cost', () => {
    const queue = [patch('dear', 4, 100), patch('cheap', 1, 10), patch('poor', 0.1, 10)];
    const ranked = rankPatches(queue, model, knobs);
    expect(ids(ranked)).toEqual(['cheap', 'dear', 'poor']);
    expect(ranked[0]!.priority).toBeCloseTo(0.1, 9);
  });

  it('weighs the four gains', () => {
    const gain = { R: 1, S: 2, C: 3, I: 4 };
    const queued = { ...patch('all', 0, 10), patch: { ...patch('all', 0, 10).patch, gain } };
    const turned = turnKnobs({ poxR: 1, poxS: 10, poxC: 0.5, poxI: 2 });
    expect(rankPatches([queued], model, turned)[0]!.score).toBeCloseTo(1 + 20 + 1.5 + 8, 12);
  });

  it('never divides by less than epsilon', () => {
    expect(rankPatches([patch('free', 3, 0)], model, knobs)[0]!.priority).toBe(3);
  });

  it('breaks ties by arrival', () => {
    const queue = [patch('b', 1, 10), patch('a', 1, 10), patch('big', 10, 100)];
    const flat = turnKnobs({ costEpsilon: 1000 });
    expect(ids(rankPatches(queue, model, flat))).toEqual(['big', 'b', 'a']);
    expect(ids(rankPatches([patch('small', -1, 0), patch('large', -1, 5)], model, flat))).toEqual(['small', 'large']);
  });

  it('leaves what costs more than the budget, and what promises nothing', () => {
    const queue = [patch('dear', 100, 1000), patch('vain', 0, 1), patch('fits', 1, 50)];
    const { next, rest } = popPatch(queue, model, 60, knobs);
    expect(next!.patch.id).toBe('fits');
    expect(ids(rest)).toEqual(['dear', 'vain']);
    expect(popPatch(rest, model, 60, knobs)).toEqual({ next: undefined, rest });
  });

  it('verifies even the vain where the seed would', () => {
    expect(popPatch([patch('vain', -1, 1)], model, 60, turnKnobs({ minScore: -1e9 })).next!.patch.id).toBe('vain');
  });

  it('ranks anew as the model learns', () => {
    const queue = [patch('wide', 3, 100), patch('deep', 2, 50)];
    const deep = { ...queue[1]!, features: { clauses: 50, depth: 40, region: 0 } };
    expect(ids(rankPatches([queue[0]!, deep], model, knobs))[0]).toBe('deep');
    let taught = model;
    for (let depth = 1; depth <= 40; depth += 1)
      taught = learnCost(taught, { clauses: 50, depth, region: 0 }, 50 * depth ** 2);
    expect(ids(rankPatches([queue[0]!, deep], taught, knobs))[0]).toBe('wide');
  });

  it('property: popping until empty gives every worthy patch once, best first', () => {
    const entry = fc.tuple(fc.integer({ min: -5, max: 20 }), fc.nat(500));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        let queue: readonly QueuedPatch[] = entries.map(([gain, clauses], i) => patch(`p${i}`, gain, clauses));
        const expected = ids(rankPatches(queue, model, knobs).filter(({ score }) => score > 0));
        const popped: string[] = [];
        for (;;) {
          const { next, rest } = popPatch(queue, model, Infinity, knobs);
          if (next === undefined) break;
          popped.push(next.patch.id);
          queue = rest;
        }
        expect(popped).toEqual(expected);
      }),
    );
  });

  it('counts what waits per domain', () => {
    const queue = [patch('a', 1, 1, ['math', 'code']), patch('b', 1, 1, ['code', 'code'])];
    expect(countWaiting(queue)).toEqual({ math: 1, code: 2 });
  });
});
