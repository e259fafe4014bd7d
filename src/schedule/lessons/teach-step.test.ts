import { createRng } from '#foundation/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LevelRule } from './curriculum.ts';
import { turnKnobs } from '../knobs.ts';
import { abilityLadder, type SimulatedLadder } from './fixtures/simulated-ladder.ts';
import {
  addTemplate,
  bandOf,
  createTeachLibrary,
  type Lesson,
  observeLesson,
  type TeachLibrary,
} from './teach-library.ts';
import { teachStep, weighArms } from './teach-step.ts';

const knobs = turnKnobs();
const library = createTeachLibrary([
  { template: 'ARITH_EXPR', domain: 'math', levels: 6 },
  { template: 'GRID_NAV', domain: 'agentic', levels: 5 },
  { template: 'PARITY', domain: 'reasoning', levels: 1 },
]);

function lesson(template: string, level: number, regret: number, context = ''): Lesson {
  return { template, level, context, episodes: [{ passed: regret < 0.5, regret }] };
}

function teach(lessons: readonly Lesson[], from: TeachLibrary = library): TeachLibrary {
  return lessons.reduce((next, each) => observeLesson(next, each, knobs), from);
}

function share(taught: TeachLibrary, template: string, context = ''): number {
  const arms = weighArms(taught, { context, rule: 'repaired' }, knobs);
  return arms.filter((arm) => arm.template === template).reduce((sum, { chance }) => sum + chance, 0);
}

describe('bands of pass rate and regret', () => {
  it('split levels into three, in order', () => {
    expect([1, 2, 3, 4, 5, 6].map((level) => bandOf(level, 6))).toEqual([0, 0, 1, 1, 2, 2]);
    expect([1, 2].map((level) => bandOf(level, 2))).toEqual([0, 1]);
    expect(bandOf(1, 1)).toBe(0);
  });
});

describe('teachStep', () => {
  const anyLesson = fc.record({
    template: fc.constantFrom('ARITH_EXPR', 'GRID_NAV'),
    level: fc.integer({ min: 1, max: 5 }),
    context: fc.constantFrom('', 'main', 'specialist'),
    episodes: fc.array(fc.record({ passed: fc.boolean(), regret: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 4,
    }),
  });

  it('property: arms form a distribution and the choice exists, whatever was taught', () => {
    fc.assert(
      fc.property(
        fc.array(anyLesson, { maxLength: 40 }),
        fc.constantFrom<LevelRule>('repaired', 'seed', 'uniform'),
        (lessons, rule) => {
          const taught = teach(lessons);
          const request = { context: 'main', rule };
          const arms = weighArms(taught, request, knobs);
          expect(arms.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
          const { template, level } = teachStep(taught, request, createRng('step'), knobs);
          const levels = taught.entries.find((entry) => entry.template === template)!.curriculum.levels.length;
          expect(level).toBeGreaterThanOrEqual(1);
          expect(level).toBeLessThanOrEqual(levels);
        },
      ),
    );
  });

  it('stays in the domain it is asked for', () => {
    const rng = createRng('domain');
    for (let i = 0; i < 50; i += 1) {
      expect(teachStep(library, { context: '', domain: 'agentic', rule: 'repaired' }, rng, knobs).template).toBe(
        'GRID_NAV',
      );
    }
  });

  it('follows the curriculum between bands of equal interest', () => {
    const [first] = createTeachLibrary([{ template: 'ARITH_EXPR', domain: 'math', levels: 6 }]).entries;
    const second = { ...first!, curriculum: { ...first!.curriculum, centre: 2 } };
    const arms = weighArms({ step: 0, entries: [second] }, { context: '', rule: 'repaired' }, knobs);
    expect(arms.map(({ chance }) => Number(chance.toFixed(9)))).toEqual([0.8, 0.2]);
  });

  it('prefers what is being learned to what is mastered', () => {
    const lessons = Array.from({ length: 12 }, (_, i) => [
      lesson('ARITH_EXPR', 1, 0.9 - i / 20),
      lesson('PARITY', 1, 0),
    ]);
    const taught = teach(lessons.flat());
    expect(share(taught, 'ARITH_EXPR')).toBeGreaterThan(3 * share(taught, 'PARITY'));
  });

  it('tells contexts apart once it knows them, and uses the pooled record until then', () => {
    const lessons = Array.from({ length: 12 }, (_, i) => [
      lesson('ARITH_EXPR', 1, 0.9 - i / 20, 'novice'),
      lesson('ARITH_EXPR', 1, 0, 'expert'),
    ]);
    const taught = teach(lessons.flat());
    expect(share(taught, 'ARITH_EXPR', 'novice')).toBeGreaterThan(share(taught, 'ARITH_EXPR', 'expert'));
    expect(share(taught, 'ARITH_EXPR', 'stranger')).toBeCloseTo(share(taught, 'ARITH_EXPR', ''), 12);
  });

  it.each([
    [() => addTemplate(library, { template: 'PARITY', domain: 'meta', levels: 2 }), 'schedule/twice'],
    [() => teach([lesson('NONE', 1, 0)]), 'schedule/unknown'],
    [() => teach([lesson('ARITH_EXPR', 7, 0)]), 'schedule/unknown'],
    [() => teachStep(library, { context: '', domain: 'meta', rule: 'seed' }, createRng(''), knobs), 'schedule/unknown'],
  ])('%s is %s', (act, code) => {
    expect(act).toThrow(expect.objectContaining({ code }));
  });
});

describe('on seven simulated templates of six levels, 8 fresh seeds', () => {
  const flat = (p: number): SimulatedLadder => ({ chance: () => p, practise: (_, rng) => rng.chance(p) });
  const learnable = ['slow', 'fast', 'steady', 'other'];
  const names = [...learnable, 'mastered', 'hopeless', 'noise'];

  function run(seed: string, rule: LevelRule): { area: number; noise: number } {
    const rng = createRng(seed);
    const between = (low: number, high: number): number => low + (high - low) * rng.float();
    const learners = new Map([
      ['slow', abilityLadder(between(0.01, 0.02))],
      ['fast', abilityLadder(between(0.05, 0.1))],
      ['steady', abilityLadder(between(0.02, 0.05))],
      ['other', abilityLadder(between(0.02, 0.05))],
      ['mastered', flat(0.97)],
      ['hopeless', flat(0)],
      ['noise', flat(between(0.35, 0.65))],
    ]);
    let taught = createTeachLibrary(names.map((template) => ({ template, domain: 'math', levels: 6 })));
    let area = 0;
    let noise = 0;
    for (let step = 0; step < 400; step += 1) {
      const { template, level } = teachStep(taught, { context: '', rule }, rng, knobs);
      const episodes = Array.from({ length: 4 }, () => {
        const passed = learners.get(template)!.practise(level, rng);
        return { passed, regret: passed ? 0 : 1 };
      });
      taught = observeLesson(taught, { template, level, context: '', episodes }, knobs);
      if (template === 'noise') noise += 1 / 400;
      for (const name of learnable) {
        for (let k = 1; k <= 6; k += 1) area += learners.get(name)!.chance(k) / (24 * 400);
      }
    }
    return { area, noise };
  }

  it('doubles the area of uniform templates and levels, and gives noise at most a fifth', () => {
    const seeds = Array.from({ length: 8 }, (_, i) => `fresh/teach/${i}`);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / seeds.length;
    const runs = (rule: LevelRule): { area: number; noise: number } => {
      const outcomes = seeds.map((seed) => run(seed, rule));
      return { area: mean(outcomes.map(({ area }) => area)), noise: mean(outcomes.map(({ noise }) => noise)) };
    };
    const [uniform, seed, repaired] = [runs('uniform'), runs('seed'), runs('repaired')];
    expect(repaired.area).toBeGreaterThan(2 * uniform.area);
    expect(seed.area).toBeGreaterThan(uniform.area);
    expect(repaired.noise).toBeLessThanOrEqual(0.2);
  });
});
