import { hypothesisClasses, type Learnt, race, raceDefaults, type RaceResult } from '#learners/machine/hypotheses';
import { createRng } from '#foundation/kernel';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { describe, expect, it } from 'vitest';
import { scoreActor, TaskPractice } from './task-practice.ts';

function learn(name: string, level: number, skills: readonly Learnt[] = []): RaceResult {
  const template = findTemplate(name);
  const practice = new TaskPractice({ template, setting: settingOf(template, level), seed: 1, split: 'train' });
  return race({ ...raceDefaults, classes: hypothesisClasses, practice, rng: createRng(`test/${name}`), skills });
}

function scoreOf({ winner }: RaceResult, name: string, level: number): number {
  if (winner === undefined) return 0;
  const template = findTemplate(name);
  const source = { template, setting: settingOf(template, level), seed: 1, split: 'test' } as const;
  const scores = scoreActor(winner.installed, source, 100);
  return scores.reduce((sum, { normalised }) => sum + (normalised ?? 0), 0) / scores.length;
}

describe('the race of hypothesis classes', () => {
  it.each(['PARITY', 'MAJORITY', 'DYCK1', 'KV_RETRIEVAL', 'LOGIC_SAT_DECIDE', 'LOGIC_IMPLICATION'])(
    'learns %s by reward alone at level 1 and carries it to level 2 without practice',
    (name) => {
      const first = learn(name, 1);
      expect(scoreOf(first, name, 1)).toBe(1);
      const second = learn(name, 2, [first.winner!.learnt]);
      expect(second.winner?.carried).toBe(true);
      expect(scoreOf(second, name, 2)).toBe(1);
    },
  );

  it('learns the symbols of expressions, level by level, with a name for each', () => {
    const first = learn('ARITH_EXPR', 1);
    expect(first.winner?.says).toContain('8 = add, 9 = subtract');
    const third = learn('ARITH_EXPR', 3, [first.winner!.learnt]);
    expect(third.winner?.says).toContain('every value): 8 = add, 9 = subtract, 10 = multiply');
    expect(scoreOf(third, 'ARITH_EXPR', 3)).toBe(1);
  });

  it('learns the instructions of a register machine and which words are its parts', () => {
    const result = learn('EXEC_TINY_VM', 1);
    expect(result.winner?.learnt.class).toBe('register machine');
    expect(result.winner?.says).toContain('Rx ← Rx add Ry');
    expect(scoreOf(result, 'EXEC_TINY_VM', 1)).toBe(1);
  });

  it('gives the same machine for the same streams', () => {
    expect(learn('MAJORITY', 1).winner?.behaviour).toBe(learn('MAJORITY', 1).winner?.behaviour);
  });

  it('finds nothing with no classes', () => {
    const template = findTemplate('PARITY');
    const practice = new TaskPractice({ template, setting: settingOf(template, 1), seed: 1, split: 'train' });
    expect(race({ ...raceDefaults, classes: [], practice, rng: createRng('none') }).winner).toBeUndefined();
  });
});
