import { hypothesisClasses, proveThinkPlan, race, raceDefaults, type RaceResult } from '#learners/machine/hypotheses';
import { createRng } from '#foundation/kernel';
import { disguiseFace } from '../../../../test/oracles/disguise.ts';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { beforeAll, describe, expect, it } from 'vitest';
import { scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';

function sourceOf(name: string, level: number, disguise?: string): Omit<TaskSource, 'split'> {
  const template = findTemplate(name);
  const setting = settingOf(template, level);
  if (disguise === undefined) return { template, setting, seed: 1 };
  const options = { permute: true, recode: true, noise: true };
  return { template, setting, seed: 1, face: disguiseFace(template.bits(setting.params), options, disguise) };
}

function learn(source: Omit<TaskSource, 'split'>, budget = raceDefaults.budget): RaceResult {
  const practice = new TaskPractice({ ...source, split: 'train' });
  const rng = createRng(`test/${source.template.name}`);
  return race({ ...raceDefaults, budget, classes: hypothesisClasses, practice, rng });
}

function scoreOf({ winner }: RaceResult, source: Omit<TaskSource, 'split'>): number {
  if (winner === undefined) return 0;
  const scores = scoreActor(winner.installed, { ...source, split: 'test' }, 60);
  return scores.reduce((sum, { normalised }) => sum + (normalised ?? 1), 0) / scores.length;
}

describe('the race on worlds that go on', () => {
  const plainGrid = sourceOf('GRID_NAV', 1);
  let gridRace: RaceResult;
  beforeAll(() => {
    gridRace = learn(plainGrid);
  });

  it('learns GRID_NAV at level 1 in the installed machine, with the words of its face in other places too', () => {
    expect(gridRace.winner?.learnt.class).toBe('world model');
    expect(scoreOf(gridRace, plainGrid)).toBeGreaterThan(0.97);
    const disguised = sourceOf('GRID_NAV', 1, 'a');
    const result = learn(disguised);
    expect(result.winner?.learnt.class).toBe('world model');
    expect(scoreOf(result, disguised)).toBeGreaterThan(0.97);
  });

  // With its words in other places it is in the long test.
  it('learns SAFE_RL at level 1 in the installed machine', () => {
    const source = sourceOf('SAFE_RL', 1);
    const result = learn(source);
    expect(result.winner?.learnt.class).toBe('copy model');
    expect(scoreOf(result, source)).toBeGreaterThan(0.97);
  });

  // The optimum is what Bayes' rule earns in the mean; chance earns 0.
  it('learns META_BANDIT at level 2 in the installed machine: what was paid tells which task it is', () => {
    const source = sourceOf('META_BANDIT', 2);
    const { winner } = learn(source, { episodes: 8000, effort: 1.5e7 });
    expect(winner?.learnt.class).toBe('values in an episode');
    const scores = scoreActor(winner!.installed, { ...source, split: 'test' }, 1000);
    const sum = (of: (one: (typeof scores)[number]) => number): number => scores.reduce((all, one) => all + of(one), 0);
    expect(
      sum(({ reward, random }) => reward - random) / sum(({ optimal, random }) => optimal - random),
    ).toBeGreaterThan(0.9);
  });

  it('proves that a world model always gives an action that there is, and that its rules are what they say', () => {
    const { winner } = gridRace;
    const kind = hypothesisClasses.find(({ name }) => name === 'world model')!;
    expect(kind.prove!(winner!.learnt.hypothesis, winner!.learnt.face).map(({ claim }) => claim)).toEqual([
      'the index words name at most one of 25 places',
      'the rule of moving is what its cases say',
      'the rule of earning is what its cases say',
    ]);
    const { claims, open } = proveThinkPlan(winner!.installed.plan, winner!.learnt.face);
    expect(open).toEqual([]);
    expect(claims.map(({ claim }) => claim).some((claim) => claim.endsWith('word 0 of the action is below 5'))).toBe(
      true,
    );
  });
});
