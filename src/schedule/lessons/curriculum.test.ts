import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCurriculum, type Curriculum, distributeLevels, type LevelRule, observeLevel } from './curriculum.ts';
import { turnKnobs } from '../knobs.ts';
import { climbLadder } from './fixtures/simulated-ladder.ts';

const knobs = turnKnobs();
const rules: readonly LevelRule[] = ['repaired', 'seed', 'uniform'];

function see(ladder: Curriculum, level: number, outcomes: readonly boolean[]): Curriculum {
  return outcomes.reduce(
    (next, passed) => observeLevel(next, { level, passed, regret: passed ? 0 : 1 }, knobs),
    ladder,
  );
}

function times(n: number, passed: boolean): boolean[] {
  return Array.from({ length: n }, () => passed);
}

const episodes = fc.array(
  fc.record({
    level: fc.integer({ min: 1, max: 6 }),
    passed: fc.boolean(),
    regret: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 80 },
);

describe.each(rules)('the %s rule over levels', (rule) => {
  it('property: gives a distribution, whatever was seen', () => {
    fc.assert(
      fc.property(episodes, (results) => {
        const ladder = results.reduce((next, each) => observeLevel(next, each, knobs), createCurriculum(6));
        const shares = distributeLevels(ladder, rule, knobs);
        expect(shares.every((share) => share >= 0)).toBe(true);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  it('gives a lone level everything', () => {
    expect(distributeLevels(see(createCurriculum(1), 1, times(9, true)), rule, knobs)).toEqual([1]);
  });
});

describe('the default centre', () => {
  it('starts at level 1 and climbs after a run of passes', () => {
    expect(createCurriculum(5).centre).toBe(1);
    expect(see(createCurriculum(5), 1, times(6, true)).centre).toBe(2);
  });

  it('fades what it saw, so that the present counts most', () => {
    const [seen] = see(createCurriculum(2), 1, [true, false, false]).levels;
    expect(seen!.trials).toBeCloseTo(1 + 0.9 + 0.81, 12);
    expect(seen!.passes).toBeCloseTo(0.81, 12);
    expect(seen!.regrets).toBeCloseTo(1.9, 12);
    expect(seen!.episodes).toBe(3);
  });

  it('does not climb on a single lucky pass', () => {
    expect(see(createCurriculum(5), 1, [true]).centre).toBe(1);
  });

  it('does not climb while regret stays high, however often it passes', () => {
    const ladder = Array.from({ length: 30 }).reduce<Curriculum>(
      (next) => observeLevel(next, { level: 1, passed: true, regret: 0.4 }, knobs),
      createCurriculum(5),
    );
    expect(ladder.centre).toBe(1);
  });

  it('falls back when a level fails, and never below 1 or beyond the top', () => {
    const high = see(see(createCurriculum(3), 1, times(6, true)), 2, times(6, true));
    expect(high.centre).toBe(3);
    expect(see(high, 3, times(9, true)).centre).toBe(3);
    const fallen = see(high, 3, times(6, false));
    expect(fallen.centre).toBe(2);
    expect(see(fallen, 2, [true]).centre).toBe(2);
    expect(see(fallen, 2, times(6, true)).centre).toBe(3);
    expect(see(createCurriculum(3), 1, times(9, false)).centre).toBe(1);
  });

  it('property: one episode moves it by one level at most', () => {
    fc.assert(
      fc.property(episodes, (results) => {
        let ladder = createCurriculum(6);
        for (const each of results) {
          const next = observeLevel(ladder, each, knobs);
          expect(Math.abs(next.centre - ladder.centre)).toBeLessThanOrEqual(1);
          ladder = next;
        }
      }),
    );
  });

  it('keeps shares on level 1, on the level above and on the level below', () => {
    const ladder: Curriculum = { ...createCurriculum(6), centre: 4 };
    const expected = [0.1, 0, 0.1, 0.6, 0.2, 0];
    for (const [i, share] of distributeLevels(ladder, 'repaired', knobs).entries())
      expect(share).toBeCloseTo(expected[i]!, 12);
  });
});

describe('the seed heuristics', () => {
  it('a level passed too often loses to the next', () => {
    const before = createCurriculum(4);
    const after = see(before, 2, [true]);
    const ratio = (ladder: Curriculum, k: number): number => ladder.weights[k - 1]! / ladder.weights[3]!;
    expect(ratio(after, 2) / ratio(before, 2)).toBeCloseTo(0.9, 9);
    expect(ratio(after, 3) / ratio(before, 3)).toBeCloseTo(1.1, 9);
    expect(ratio(after, 1) / ratio(before, 1)).toBeCloseTo(1, 9);
  });

  it('a failing level takes from all higher ones and gives to itself and the easier', () => {
    const before = createCurriculum(4);
    const after = see(before, 2, [false]);
    const ratio = (k: number): number =>
      after.weights[k - 1]! / after.weights[3]! / (before.weights[k - 1]! / before.weights[3]!);
    expect(ratio(1)).toBeCloseTo(1.1 / 0.9, 9);
    expect(ratio(2)).toBeCloseTo(1.1 / 0.9, 9);
    expect(ratio(3)).toBeCloseTo(1, 9);
  });

  it('a level inside the band changes nothing', () => {
    const inside = observeLevel(createCurriculum(4), { level: 2, passed: true, regret: 0.5 }, knobs);
    const shares = distributeLevels(inside, 'seed', knobs);
    for (const [i, share] of distributeLevels(createCurriculum(4), 'seed', knobs).entries())
      expect(shares[i]).toBeCloseTo(share, 12);
  });
});

describe('on simulated ladders of eight levels, 40 fresh seeds', () => {
  const mean = (kind: 'ability' | 'chained', rule: LevelRule): number =>
    Array.from({ length: 40 }, (_, i) => climbLadder(kind, `fresh/${i}`, rule, knobs)).reduce(
      (sum, n) => sum + n / 40,
      0,
    );

  it.each(['ability', 'chained'] as const)(
    'reaches the top of the %s ladder in half the episodes of uniform',
    (kind) => {
      const uniform = mean(kind, 'uniform');
      expect(mean(kind, 'repaired')).toBeLessThanOrEqual(0.5 * uniform);
      expect(mean(kind, 'seed')).toBeLessThan(uniform);
    },
  );
});

describe('faults of a curriculum', () => {
  it.each([
    [() => observeLevel(createCurriculum(3), { level: 4, passed: true, regret: 0 }, knobs), 'schedule/unknown'],
    [() => observeLevel(createCurriculum(3), { level: 1, passed: true, regret: 2 }, knobs), 'schedule/bad-observation'],
    [() => createCurriculum(0), 'schedule/bad-observation'],
  ])('%s is %s', (act, code) => {
    expect(act).toThrow(expect.objectContaining({ code }));
  });
});
