import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { answerProblem } from './answer-problem.ts';
import { askQuestions, type InitAnswers, usualAnswers } from './ask-questions.ts';

function piped(text: string, told: Partial<InitAnswers> = {}, yes = false): Promise<InitAnswers> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const problemOf = (name: keyof InitAnswers, answer: string): string | undefined => answerProblem(name, answer, '/');
  return askQuestions(yes, told, { input: Readable.from(text === '' ? [] : [text]), output, problemOf });
}

it('takes answers of a pipe line by line, and what is usual for empty and missing lines', async () => {
  expect(await piped('\n\nexact\n')).toEqual({ ...usualAnswers, scorer: 'exact' });
  expect(await piped('mine.md\nteach:PARITY@2\n\nollama:qwen3')).toEqual({
    skill: 'mine.md',
    tasks: 'teach:PARITY@2',
    scorer: 'normalised',
    model: 'ollama:qwen3',
  });
});

it('asks nothing that a flag answers, and nothing at all with --yes', async () => {
  expect(await piped('f1\n', { skill: 'a.md', tasks: 'teach:PARITY', model: 'simulated:hostile' })).toMatchObject({
    skill: 'a.md',
    scorer: 'f1',
  });
  expect(await piped('', {}, true)).toEqual(usualAnswers);
});

it('says to use --yes where there is nobody to ask', async () => {
  await expect(piped('')).rejects.toMatchObject({ code: 'cli/usage', hint: expect.stringContaining('--yes') });
});

it.each([
  ['\nnowhere.csv\n', 'there is no /nowhere.csv'],
  ['\nteach:NOWHERE@1\n', 'NOWHERE'],
  ['\n\nfeeling\n', 'no scorer feeling'],
  ['\n\n\ngpt-5-mini\n', 'provider:model'],
  ['\n\n\nsimulated:paradise\n', 'paradise'],
])('refuses %j', async (text, why) => {
  await expect(piped(text)).rejects.toMatchObject({ code: 'cli/usage', message: expect.stringContaining(why) });
});
