import { type FacePorts, portsOfShape, type WordShape } from '#foundation/contracts/words';
import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { classNames } from './class-name.ts';
import { hypothesisClasses } from './hypothesis-classes.ts';
import type { HypothesisClass } from './hypothesis-class.ts';
import type { Practice } from './practice.ts';
import { race, raceDefaults } from './race.ts';

/** Words too wide for any table, two actions, three steps an episode, and nothing ever earned. */
const wide: WordShape = { kind: 'word', width: 12, values: 4096, low: 0 };
const face: FacePorts = {
  observation: { width: 12, ports: portsOfShape(wide) },
  action: { width: 1, ports: portsOfShape({ kind: 'word', width: 1, values: 2, low: 0 }) },
};

function barren(): Practice {
  const rng = createRng('barren');
  const bits = (width: number): Uint8Array => Uint8Array.from({ length: width }, () => rng.bit());
  let played = 0;
  return {
    face,
    get played() {
      return played;
    },
    play(_, episodes) {
      played += episodes;
      return Array.from({ length: episodes }, () => {
        const seen = [bits(12), bits(12), bits(12)];
        const steps = seen.map((observation, i) => ({
          observation,
          action: bits(1),
          reward: 0,
          ...(i < 2 ? { next: seen[i + 1]! } : {}),
        }));
        return { by: 'chance' as const, steps, total: 0 };
      });
    },
  };
}

const budget = { episodes: 5000, effort: 1e6 };

describe('a race', () => {
  it.each(hypothesisClasses.map((each) => [each.name, each] as const))(
    'ends with its budget where %s finds nothing to learn',
    (_, each) => {
      const result = race({ ...raceDefaults, classes: [each], practice: barren(), rng: createRng('none'), budget });
      expect(result.winner).toBeUndefined();
      expect(result.spent.effort).toBeLessThan(2 * (budget.effort + 200 * budget.episodes));
    },
  );

  it.each(hypothesisClasses.map((each) => [each.name, each] as const))(
    'asks %s about an action of more values than can be listed',
    (_, each) => {
      const huge: WordShape = { kind: 'word', width: 53, values: 2 ** 53, low: 0 };
      const action = { width: 53, ports: portsOfShape(huge) };
      expect(typeof each.admits({ ...face, action })).toBe('boolean');
    },
  );

  it('ends when it holds as many steps as it may', () => {
    const plays: HypothesisClass = {
      ...hypothesisClasses[0]!,
      admits: () => true,
      *propose({ practice }) {
        for (;;) {
          practice.play('chance', 100);
          yield undefined;
        }
      },
    };
    const options = { ...raceDefaults, classes: [plays], practice: barren(), rng: createRng('none') };
    const { evidence } = race({ ...options, held: 3000 });
    expect(evidence.steps).toBeGreaterThanOrEqual(3000);
    expect(evidence.steps).toBeLessThan(3000 + 300);
  });

  it('leaves more to who still looks than to who no longer gets better, and tells how near each came', () => {
    const actor = { ...hypothesisClasses.find(({ name }) => name === 'terms')! };
    const hypothesis = { says: [{ is: 'word', value: 0 }] };
    const varies: HypothesisClass = {
      ...actor,
      admits: () => true,
      *propose({ meter }) {
        yield hypothesis;
        for (;;) {
          meter.spend(1e5);
          yield undefined;
        }
      },
    };
    const looks: HypothesisClass = {
      ...varies,
      name: 'linear values',
      *propose({ meter }) {
        for (;;) {
          meter.spend(1e5);
          yield undefined;
        }
      },
    };
    const options = { ...raceDefaults, practice: barren(), rng: createRng('none') };
    const { contenders } = race({ ...options, classes: [varies, looks], budget: { episodes: 5000, effort: 1.5e7 } });
    const [first, second] = contenders;
    expect(second!.spent.effort).toBeGreaterThan(2.5 * first!.spent.effort);
    expect(first!.reached).toBe(0);
    expect(second!.reached).toBeUndefined();
  });

  it('races a class for every name that a skill can bear', () => {
    expect(hypothesisClasses.map(({ name }) => name)).toEqual([...classNames]);
  });

  it('ends the turn of a class that never passes it', () => {
    const greedy: HypothesisClass = {
      ...hypothesisClasses[0]!,
      admits: () => true,
      *propose({ meter }) {
        while (meter.total >= 0) meter.spend(1000);
        yield undefined;
      },
    };
    const result = race({ ...raceDefaults, classes: [greedy], practice: barren(), rng: createRng('none'), budget });
    expect(result.contenders[0]?.spent.effort).toBeLessThan(3e6);
  });
});
