import { MainMachine, slotKeyOf } from '#learners/machine/combined';
import { hypothesisClasses, InstalledThinker, type Learnt, race, raceDefaults } from '#learners/machine/hypotheses';
import { createRng, invariant } from '#foundation/kernel';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { describe, expect, it } from 'vitest';
import { scoreActor, TaskPractice, type TaskSource } from './task-practice.ts';

const sourceOf = (name: string, split: 'train' | 'test'): TaskSource => {
  const template = findTemplate(name);
  return { template, setting: settingOf(template, 1), seed: 3, split };
};

function learn(name: string): Learnt {
  const practice = new TaskPractice(sourceOf(name, 'train'));
  const { winner } = race({ ...raceDefaults, classes: hypothesisClasses, practice, rng: createRng(`main/${name}`) });
  invariant(winner !== undefined, `${name} is learnt`);
  return winner.learnt;
}

const planOf = ({ class: name, hypothesis, face }: Learnt) =>
  hypothesisClasses.find((each) => each.name === name)!.toMachine(hypothesis, face);

describe('the main machine', () => {
  const names = ['PARITY', 'MAJORITY', 'DYCK1', 'KV_RETRIEVAL'];
  const main = new MainMachine();
  const skills = names.map((name) => {
    const learnt = learn(name);
    const key = slotKeyOf(learnt.face);
    return { name, learnt, key };
  });
  main.installAll(skills.map(({ name, learnt, key }) => ({ id: name, key, plan: planOf(learnt) })));

  it('plays as each specialist does once ROUTE prefers it', () => {
    for (const { name, key } of skills) main.prefer(key, name, 8);
    for (const { name, learnt, key } of skills) {
      const alone = scoreActor(new InstalledThinker(planOf(learnt), 128), sourceOf(name, 'test'), 60);
      const here = scoreActor(main.actor(key), sourceOf(name, 'test'), 60);
      expect(here.map(({ reward }) => reward)).toEqual(alone.map(({ reward }) => reward));
    }
  });

  it('gives a lane to the fragment that ROUTE picks, and keeps it there', () => {
    const { key } = skills[0]!;
    const seen: string[] = [];
    scoreActor(
      main.actor(key, 'best', (picks) => seen.push(...picks.map(({ fragment }) => fragment))),
      sourceOf('PARITY', 'test'),
      10,
    );
    expect(new Set(seen)).toEqual(new Set(['PARITY']));
  });
});
