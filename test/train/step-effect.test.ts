import { expect, it } from 'vitest';
import { practise } from '../../src/learners/skill/train/propose/practise.ts';
import { stepEffect } from '../../src/learners/skill/train/trial/step-effect.ts';
import { type Beginning, beginRun, taskOf, versionOf, words } from './begun-run.ts';

/** Sixteen tasks, four of each word; the second half of each word is harder. */
const train = words.flatMap((word) => [1, 2, 3, 4].map((at) => taskOf(`${word}${at}`, `Sort ${word}`)));
const isEasy = (id: string): boolean => id.endsWith('1') || id.endsWith('2');
const [easy, hard] = [true, false].map((wanted) => train.filter(({ id }) => isEasy(id) === wanted));

async function effectOf(
  passes: Parameters<typeof beginRun>[0],
  line: string,
  settings: Beginning = {},
): Promise<ReturnType<typeof stepEffect>> {
  const { run } = beginRun(passes, { train, ...settings });
  const [before, after] = [versionOf('Sort.'), versionOf('Sort.', line)];
  await practise(run, before, easy!);
  await practise(run, after, hard!);
  return stepEffect(run, after, before);
}

it('the effect of a line is that on the tasks that it speaks of, not that of a harder batch', async () => {
  const isAmber = (id: string): boolean => id.startsWith('amber');
  const other = await effectOf((_, { id }) => Number(isEasy(id) || isAmber(id)), 'amber goes first.');
  expect(other).toEqual({ effect: 0, spread: 0 });
  const harm = await effectOf((text, { id }) => Number(!(isAmber(id) && text.includes('amber'))), 'amber goes first.');
  // A quarter of all tasks, 2 of 2 before and 0 of 2 after: ¼ · (0 − 1), and ¼ √(½ · ½ · (½ + ½)).
  expect(harm).toEqual({ effect: -0.25, spread: 0.125 });
});

it('a line that speaks of no task in particular may touch them all', async () => {
  const found = await effectOf((_, { id }) => Number(isEasy(id)), 'be careful.');
  expect(found).toEqual({ effect: -1, spread: 0.25 });
});
