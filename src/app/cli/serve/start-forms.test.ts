import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { StartAsked } from '#app/server';
import { startForms, startLine } from './start-forms.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-forms-'));
const outside = mkdtempSync(join(tmpdir(), 'pawl-outside-'));
afterAll(() => {
  for (const path of [folder, outside]) rmSync(path, { recursive: true });
});
for (const path of ['s', '.hidden']) mkdirSync(join(folder, path));
for (const path of ['s/pawl.config.ts', '.hidden/pawl.config.ts', 't.csv', '-x.csv', 'a;touch b.csv'])
  writeFileSync(join(folder, path), '');
writeFileSync(join(outside, 'pawl.config.ts'), '');
symlinkSync(outside, join(folder, 'link'));
symlinkSync(join(outside, 'pawl.config.ts'), join(folder, 'pawl.config.ts'));

const lineOf = async (asked: Omit<StartAsked, 'values'> & Partial<StartAsked>): Promise<string[]> => {
  const form = (await startForms(folder)).find(({ command }) => command === asked.command);
  return startLine(form, { values: {}, ...asked });
};

it('a form becomes one word per value, whatever is in it', async () => {
  expect(
    await lineOf({
      command: 'train',
      config: 's/pawl.config.ts',
      values: { seed: '3', model: 'openai:gpt-5-mini', epochs: '2', failureOnly: 'true' },
    }),
  ).toEqual([
    'train',
    '--seed=3',
    '--model=openai:gpt-5-mini',
    '--set=epochs=2',
    '--set=failureOnly=true',
    '--config=s/pawl.config.ts',
  ]);
  // A name that looks like a flag or a command stays the name of a file.
  expect(await lineOf({ command: 'learn', file: '-x.csv', values: { answer: 'due date' } })).toEqual([
    'learn',
    './-x.csv',
    '--answer=due date',
  ]);
  expect(await lineOf({ command: 'learn', file: 'a;touch b.csv' })).toEqual(['learn', './a;touch b.csv']);
});

it('lists files of the folder alone, and follows no link out of it', async () => {
  const [train, learn] = await startForms(folder);
  expect(train?.configs).toEqual(['s/pawl.config.ts']);
  expect(learn?.files).toEqual(['-x.csv', 'a;touch b.csv', 't.csv']);
});

const hostile: readonly (Omit<StartAsked, 'values'> & Partial<StartAsked>)[] = [
  { command: 'serve' },
  { command: 'train --notify x' },
  { command: '__proto__' },
  { command: 'train', config: '/etc/passwd' },
  { command: 'train', config: '../pawl.config.ts' },
  { command: 'train', config: 'link/pawl.config.ts' },
  { command: 'train', config: 'pawl.config.ts' },
  { command: 'learn', file: '../t.csv' },
  { command: 'learn' },
  ...[
    'notify',
    'ui',
    'config',
    'workspace',
    'queue',
    'resume',
    'exportSkillopt',
    'skill',
    'tasks',
    'set',
    'constructor',
  ].map((name) => ({ command: 'train', values: { [name]: 'touch x' } })),
  ...[
    '--notify=touch x',
    '-x',
    '$(touch x)',
    '`touch x`',
    'a;b',
    'a|b',
    'a\nb',
    '../x',
    '/x',
    '"x"',
    "'",
    'a\u0000b',
  ].map((model) => ({ command: 'train', values: { model } })),
  ...['1;2', 'NaN', 'Infinity', '', ' ', '--seed'].map((seed) => ({ command: 'train', values: { seed } })),
  { command: 'evolve', values: { profile: 'other' } },
  { command: 'train', values: { failureOnly: 'yes' } },
];

it.each(hostile)('refuses %j', async (asked) => {
  await expect(lineOf(asked)).rejects.toMatchObject({ code: 'cli/usage' });
});
