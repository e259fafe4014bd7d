import { describe, expect, it } from 'vitest';
import { createMemoryJournal, createMemoryRecord } from '#world/store';
import { train, usualSettings } from '#learners/skill/train';
import { createRefereeOptimizer, createRefereeWorld } from '../../bench/train/worlds/referee-world.ts';
import { developmentWorlds } from '../../bench/train/worlds/development-family.ts';
import type { PoolEntry } from '../../src/learners/skill/train/state/train-state.ts';
import { blameLines, readTasks } from '../../src/learners/skill/train/trial/blame-lines.ts';
import { timeless } from './short-run.ts';

interface Reviewed {
  readonly line: string;
  readonly with: number;
  readonly without: number;
  readonly isHarm: boolean;
}

describe('lines of a draft', () => {
  it('that rollouts blame are left out on their tasks before the next step, and go unless they help; the skill that stays has none that harm', async () => {
    const data = developmentWorlds.find(({ name }) => name === 'dev-hostile')!;
    const world = createRefereeWorld(data, 7);
    const record = createMemoryRecord();
    const settings = { ...usualSettings, seed: 7, epochs: 100, testAtEnd: false, limits: { rollouts: 500 } };
    const { best } = await train(world.firstSkill, settings, {
      journal: createMemoryJournal(record),
      world,
      optimizer: createRefereeOptimizer(data, 7),
      timer: timeless,
    });
    const reviewed = record.events
      .filter(({ type }) => type === 'lines-reviewed')
      .flatMap(({ text }) => (JSON.parse(text) as { lines: Reviewed[] }).lines);
    const gone = reviewed.filter(({ isHarm }) => isHarm);
    expect(gone.length).toBeGreaterThan(0);
    for (const line of reviewed) expect(line.isHarm).toBe(line.without >= line.with);
    for (const { line } of gone) expect(best.skill['SKILL.md']).not.toContain(line);
    expect(world.harmfulLines(best.skill).harmful).toBe(0);
    // A review is of tasks that were chosen for their failures: it takes no step back.
    expect(record.events.map(({ type }) => type)).not.toContain('draft-taken-back');
  });
});

it('blame is by the rollouts of every skill of the run that had the line: those of the last one alone cannot tell two lines apart', () => {
  const tags = ['amber', 'basil', 'cedar', 'delta'];
  const tasks = tags.flatMap((one, i) =>
    tags.slice(i).map((other) => ({ id: `${one} ${other}`, text: `Sort ${one} ${other}`, data: null })),
  );
  const played = (lines: readonly string[], scores: readonly (readonly [string, number])[]): PoolEntry => ({
    version: {
      skill: { 'SKILL.md': `# Rules\n\n${lines.map((line) => `- ${line}\n`).join('')}` },
      hash: lines.join('|'),
      origin: 'test',
    },
    scores: new Map(scores.map(([id, score]) => [id, [score]])),
    batches: [],
  });
  const before = played(
    ['amber: weld'],
    tasks.map(({ id }) => [id, id.includes('amber') ? 0 : 1]),
  );
  const last = played(['amber: weld', 'basil: melt'], [['amber basil', 0]]);
  const chances = (pool: readonly PoolEntry[]): number[] =>
    blameLines(last.version, pool, readTasks(tasks)).map(({ chance }) => chance);
  const [amber, basil] = chances([before, last]);
  expect(amber).toBeLessThan(0.4);
  expect(basil).toBeGreaterThan(0.7);
  const [alone, beside] = chances([last]);
  expect(alone).toBe(beside);
});
