import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { expect, it } from 'vitest';
import { faceAt } from './machine-skill.ts';
import { untrainedActor } from './skill-actor.ts';
import { failedTasks, TaskPractice, type TaskSource } from './task-practice.ts';

const template = findTemplate('PARITY');
const source: TaskSource = { template, setting: settingOf(template, 2), seed: 'hard', split: 'train' };
const untrained = untrainedActor(faceAt(template, 2));

it('chance practises what the skill in force fails, every second time while it lasts; what is tried plays fresh tasks', () => {
  const hard = failedTasks(untrained, { ...source, seed: 'found' }, 40);
  expect(hard.length).toBeGreaterThan(5);
  expect(hard.length).toBeLessThan(35);
  const seen = new Set(
    hard.map(({ instance }) =>
      template.bits(source.setting.params).observation.encode(template.start(instance).observe()).join(),
    ),
  );
  const isHard = (practice: TaskPractice, by: 'chance' | typeof untrained, episodes: number): boolean[] =>
    practice.play(by, episodes).map(({ steps }) => seen.has(steps[0]!.observation.join()));

  const practice = new TaskPractice(source, hard);
  expect(isHard(practice, untrained, 40)).not.toContain(true);
  const played = isHard(practice, 'chance', 40);
  expect(played.filter(Boolean).length).toBe(20);
  const rest = isHard(practice, 'chance', 40 * hard.length);
  expect(rest.filter(Boolean).length).toBe(8 * hard.length - 20);
  expect(isHard(new TaskPractice(source), 'chance', 40)).not.toContain(true);
});
