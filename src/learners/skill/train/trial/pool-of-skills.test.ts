import { describe, expect, it } from 'vitest';
import type { Outcome } from '#foundation/contracts';
import { createRng } from '#foundation/kernel';
import type { SkillVersion } from '../skill-version.ts';
import type { TrainRun } from '../train-run.ts';
import { gateScore } from './gate-score.ts';
import { poolOf, poolOfSkills } from './pool-of-skills.ts';

const versionOf = (hash: string): SkillVersion => ({ skill: { 'SKILL.md': hash }, hash, origin: 'test' });

interface Setting {
  readonly scores: Record<string, Record<string, number[]>>;
  readonly open?: readonly string[];
  readonly pool?: number;
  readonly fruitless?: number;
}

const runOf = ({ scores, open = Object.keys(scores), pool = 4, fruitless = 2 }: Setting): TrainRun => {
  const entries = Object.entries(scores).map(([hash, own]) => {
    const entry = { version: versionOf(hash), scores: new Map(Object.entries(own)), batches: [] };
    return [hash, entry] as const;
  });
  const run = {
    state: { current: versionOf('now'), pool: new Map(entries), open: new Set(open), fruitless },
    settings: { search: { pool } },
    train: ['a', 'b', 'c'].map((id) => ({ id, text: '', data: null })),
    rng: createRng('pool'),
  };
  return run as unknown as TrainRun;
};
const parents = (run: TrainRun): Set<string> =>
  new Set(Array.from({ length: 60 }, (_, step) => poolOfSkills.parent(run, step).hash));

describe('the pool of skills', () => {
  it('holds the incumbent and the most recent undecided skills, as many as it may', () => {
    const scores = { x: { a: [1] }, y: { a: [1] }, z: { a: [1] } };
    const held = (setting: Partial<Setting>): string[] =>
      poolOf(runOf({ scores, ...setting })).map(({ version }) => version.hash);
    expect(held({})).toEqual(['now', 'x', 'y', 'z']);
    expect(held({ pool: 2 })).toEqual(['now', 'z']);
    expect(held({ pool: 3, open: ['x', 'y'] })).toEqual(['now', 'x', 'y']);
  });

  it('gives the parent by the tasks on which a skill leads, outages aside, and only after two fruitless steps', () => {
    const scores = { now: { a: [0], b: [1, 0] }, x: { a: [1], b: [Number.NaN] }, y: { a: [0], b: [1] } };
    expect(parents(runOf({ scores }))).toEqual(new Set(['x', 'y']));
    expect(parents(runOf({ scores, fruitless: 1 }))).toEqual(new Set(['now']));
    expect(parents(runOf({ scores, pool: 1 }))).toEqual(new Set(['now']));
  });

  it('shares a task where two lead, and is the incumbent where no task was met by two', () => {
    expect(parents(runOf({ scores: { now: { a: [1] }, x: { a: [1] } } }))).toEqual(new Set(['now', 'x']));
    expect(parents(runOf({ scores: { now: { a: [0] }, x: { b: [1] } } }))).toEqual(new Set(['now']));
  });
});

describe('the score that a gate looks at', () => {
  const usage = { calls: 1, promptTokens: 1, completionTokens: 1 };
  const scored: Outcome = { kind: 'scored', score: { hard: 0, soft: 0.5 }, reply: '', transcript: [], usage };

  it('is hard, soft or a mixture of both, and none of an outage', () => {
    expect(gateScore(scored, 'hard', 0.25)).toBe(0);
    expect(gateScore(scored, 'soft', 0.25)).toBe(0.5);
    expect(gateScore(scored, 'mixed', 0.25)).toBe(0.125);
    expect(gateScore({ kind: 'unscored', outage: 'timeout', message: '', usage }, 'hard', 0.25)).toBeNull();
  });
});
