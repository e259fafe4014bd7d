import { expect } from 'vitest';
import { commands } from '../src/app/cli/commands.ts';
import { flagsOf } from '../src/app/cli/flags.ts';

/** The words after `pawl` name a command that exists, and only flags that it takes. */
export async function expectCommand(words: readonly string[]): Promise<void> {
  const [command] = commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length);
  if (command === undefined) throw new Error(`there is no command in ${words.join(' ')}`);
  const known = flagsOf((await command.load()).flags).map(({ long }) => `--${long.replace(/^--/, '')}`);
  const used = words.filter((word) => word.startsWith('--')).map((word) => word.replace(/[^\w-]+$/, ''));
  expect([...known, '--json', '--help', '--config', '--workspace']).toEqual(expect.arrayContaining(used));
}
