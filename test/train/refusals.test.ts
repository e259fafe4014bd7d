import { expect, it } from 'vitest';
import { train, type TrainSettings } from '#learners/skill/train';
import type { SkillFiles, SkillTask, SkillWorld } from '#foundation/contracts/skills';
import { createMemoryJournal } from '#world/store';
import { shortOptimizer, shortSettings, shortSkill, shortWorld, timeless } from './short-run.ts';

const several: SkillFiles = {
  'SKILL.md': '',
  'fruits/SKILL.md': '---\nname: fruits\ndescription: Fruits.\n---\n\n- Say plum.\n',
  'sums/SKILL.md': '---\nname: sums\ndescription: Sums.\n---\n\n- Add.\n',
};

async function codeOf(change: {
  readonly skill?: SkillFiles;
  readonly settings?: Partial<TrainSettings>;
  readonly sizes?: { train: number; validation: number; test: number };
  readonly shared?: boolean;
}): Promise<string> {
  const world = shortWorld(change.sizes);
  const tasks = (split: 'train' | 'validation' | 'test'): readonly SkillTask[] =>
    world.tasks(change.shared === true && split === 'validation' ? 'train' : split);
  const played: SkillWorld = {
    ...world,
    tasks,
    rollout: (request, signal) => world.rollout({ ...request, skill: shortSkill }, signal),
  };
  const ports = { journal: createMemoryJournal(), world: played, optimizer: shortOptimizer(), timer: timeless };
  try {
    await train(change.skill ?? shortSkill, shortSettings({ epochs: 0, ...change.settings }), ports);
    return 'trained';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

it('without training or validation tasks, or with one in both, nothing begins', async () => {
  expect(await codeOf({})).toBe('trained');
  expect(await codeOf({ sizes: { train: 0, validation: 4, test: 0 } })).toBe('loops/no-tasks');
  expect(await codeOf({ sizes: { train: 4, validation: 0, test: 0 } })).toBe('loops/no-tasks');
  expect(await codeOf({ shared: true })).toBe('loops/shared-task');
});

it('several skills are trained by edits alone', async () => {
  const search = (name: 'edits' | 'rewrite' | 'merge'): Partial<TrainSettings> => ({
    search: { ...shortSettings().search, proposers: [name] },
  });
  expect(await codeOf({ skill: several, settings: { slowUpdate: false, skillAware: false, ...search('edits') } })).toBe(
    'trained',
  );
  for (const settings of [
    { slowUpdate: true },
    { skillAware: true },
    { updateMode: 'rewrite_from_suggestions' as const },
    search('rewrite'),
    search('merge'),
  ]) {
    const all = { slowUpdate: false, skillAware: false, ...search('edits'), ...settings };
    expect(await codeOf({ skill: several, settings: all })).toBe('loops/bad-setting');
    expect(await codeOf({ settings: all })).toBe('trained');
  }
});
