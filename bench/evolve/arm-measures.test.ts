import type { EvolveSummary } from '#learners/machine/evolve';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './arm-measures.ts';

/** A summary with nothing but what the measures read. */
const summary = (scores: Readonly<Record<string, number>>, spent = 1e6): EvolveSummary =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({
    templates: Object.entries(scores).map(([template, after]) => ({
      template,
      after,
      levelAfter: 1,
      spent: { episodes: 0, effort: spent },
    })),
    compositions: [],
    climb: [{ episodes: spent, levels: 2 }],
  }) as unknown as EvolveSummary;

describe('the whole beside an arm', () => {
  it('pairs units of one seed and draws seeds, not units', () => {
    const seeds = [0.2, 0.4, 0.6].map((gap) => ({
      whole: summary({ a: 0.9, b: 0.9, only: 1 }),
      arm: summary({ a: 0.9 - gap, b: 0.9 - gap }),
    }));
    const found = differenceOf('score of B_main', seeds)!;
    expect(found.pairs).toBe(6);
    expect(found.difference).toBeCloseTo(0.4);
    // One seed drawn three times has a chance of 1/27 on either side: more than a tail. Units would hardly ever agree so.
    expect(found.interval!.low).toBeCloseTo(0.2);
    expect(found.interval!.high).toBeCloseTo(0.6);
    expect(found.verdict).toBe('the part helps');
  });

  it('knows which way is better', () => {
    const pair = (own: number, other: number) => ({ whole: summary({ a: 1 }, own), arm: summary({ a: 1 }, other) });
    const dearer = [pair(3e6, 1e6), pair(4e6, 1e6)];
    expect(differenceOf('effort per level', dearer)!.verdict).toBe('the part harms');
    expect(differenceOf('episodes to target', dearer)!.verdict).toBe('the part harms');
    expect(differenceOf('episodes to target', [pair(1e6, 3e6), pair(1e6, 4e6)])!.verdict).toBe('the part helps');
  });

  it('claims no difference where the interval has 0, and none of one seed', () => {
    const same = { whole: summary({ a: 0.5 }), arm: summary({ a: 0.5 }) };
    expect(differenceOf('routed score', [same, same])!.verdict).toBe('no difference was seen');
    expect(differenceOf('routed score', [same])!.verdict).toBe('one seed tells nothing of seeds');
    expect(differenceOf('routed score', [{ whole: same.whole, arm: summary({ b: 1 }) }])).toBeUndefined();
  });
});
