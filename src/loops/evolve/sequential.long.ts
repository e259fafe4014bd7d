import { hypothesisClasses, type Learnt, race, raceDefaults, type RaceResult } from '#bem';
import { createRng } from '#kernel';
import { disguiseFace, findTemplate, settingOf } from '#tasks';
import { describe, expect, it } from 'vitest';
import { scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';

/** Templates with the level from which they are learnt, the class that is known to win, and what must be learnt before. */
const lessons: readonly { name: string; level: number; kind: string; before?: readonly [string, number][] }[] = [
  { name: 'GRID_NAV', level: 3, kind: 'world model' },
  { name: 'GRID_COLLECT', level: 2, kind: 'world model' },
  { name: 'GRID_COLLECT', level: 3, kind: 'world model' },
  { name: 'SAFE_RL', level: 2, kind: 'copy model' },
  { name: 'SAFE_RL', level: 3, kind: 'copy model' },
  { name: 'META_GRID', level: 2, kind: 'relational table' },
  { name: 'TOOL_DB_LOOKUP', level: 2, kind: 'relational table' },
  {
    name: 'TOOL_CALC_ARITH',
    level: 2,
    kind: 'relational table',
    before: [
      ['ARITH_EXPR', 1],
      ['ARITH_EXPR', 5],
    ],
  },
];

type Source = Omit<TaskSource, 'split'>;

function sourceOf(name: string, level: number, disguise?: string): Source {
  const template = findTemplate(name);
  const setting = settingOf(template, level);
  if (disguise === undefined) return { template, setting, seed: 1 };
  const options = { permute: true, recode: true, noise: true };
  return { template, setting, seed: 1, face: disguiseFace(template.bits(setting.params), options, disguise) };
}

function learn(source: Source, skills: readonly Learnt[]): RaceResult {
  const practice = new TaskPractice({ ...source, split: 'train' });
  const rng = createRng(`long/${source.template.name}`);
  return race({ ...raceDefaults, classes: hypothesisClasses, practice, rng, skills });
}

function scoreOf({ winner }: RaceResult, source: Source): number {
  if (winner === undefined) return 0;
  const scores = scoreActor(winner.installed, { ...source, split: 'test' }, 200);
  return scores.reduce((sum, { normalised }) => sum + (normalised ?? 1), 0) / scores.length;
}

describe('the race on worlds that go on, whole', () => {
  it.each(lessons)('learns $name at level $level by reward alone, whatever its face looks like', (lesson) => {
    const skills: Learnt[] = [];
    for (const [name, level] of lesson.before ?? []) {
      const { winner } = learn(sourceOf(name, level), skills);
      if (winner !== undefined) skills.push(winner.learnt);
    }
    const plain = sourceOf(lesson.name, lesson.level);
    const result = learn(plain, skills);
    const score = scoreOf(result, plain);
    expect(result.winner?.learnt.class).toBe(lesson.kind);
    expect(score).toBeGreaterThan(0.9);
    // A skill that was learnt on a plain face does not know a symbol by another number.
    if (skills.length > 0) return;
    const disguised = sourceOf(lesson.name, lesson.level, 'long');
    expect(Math.abs(scoreOf(learn(disguised, []), disguised) - score)).toBeLessThan(0.03);
  });
});
