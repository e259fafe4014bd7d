import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as yaml from 'yaml';
import { z } from 'zod';
import { type Outcome, runPawl } from '../../../../test/run-pawl.ts';
import { defineCommand, ExitCode } from '../command.ts';
import type { LazyCommand } from '../lazy-command.ts';
import { parseConfigText } from './config-file.ts';

const practise = defineCommand({
  name: 'practise',
  flags: z.object({
    profile: z.enum(['tiny', 'quick']).default('quick').describe('size'),
    seed: z.coerce.number().int().default(0).describe('seed'),
    budget: z.coerce.number().int().min(1).default(10).describe('episodes'),
    verify: z.boolean().default(true).describe('verify'),
  }),
  examples: [],
  async run(_args, flags, shell) {
    shell.print(JSON.stringify({ ...flags, workspace: shell.workspace }));
    return ExitCode.ok;
  },
});
const plain = defineCommand({ ...practise, name: 'plain' });
const commands: readonly LazyCommand[] = [
  { name: 'practise', summary: '', config: true, load: async () => practise },
  { name: 'plain', summary: '', load: async () => plain },
];

describe('a config file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pawl-config-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const pawl = (...argv: readonly string[]): Promise<Outcome> => runPawl(argv, { commands, cwd: folder });
  const flagsOf = async (...argv: readonly string[]): Promise<unknown> => {
    const { out, err } = await pawl('practise', ...argv);
    expect(err).toBe('');
    return JSON.parse(out);
  };

  it('may be TypeScript with types and top-level await, without a build', async () => {
    write(
      'pawl.config.ts',
      `import type { Stats } from 'node:fs';
       interface Mine { profile: string }
       const size: number = await Promise.resolve(3);
       export default { seed: size, practise: { profile: 'tiny' } satisfies Mine, workspace: 'store' } as const;
       export type Unused = Stats;`,
    );
    expect(await flagsOf()).toEqual({
      profile: 'tiny',
      seed: 3,
      budget: 10,
      verify: true,
      workspace: join(folder, 'store'),
    });
  });

  it.each([
    ['pawl.config.json', '{ "seed": 7, "practise": { "budget": 2, "verify": false } }'],
    ['pawl.config.yaml', 'seed: 7\npractise:\n  budget: 2\n  verify: false # quick\n'],
  ])('may be %s', async (name, text) => {
    write(name, text);
    expect(await flagsOf()).toMatchObject({ seed: 7, budget: 2, verify: false, profile: 'quick' });
  });

  it('gives way to typed flags; its section goes before the shared seed', async () => {
    write('pawl.config.yaml', 'seed: 7\nworkspace: store\npractise: { seed: 8, verify: false }\n');
    expect(await flagsOf()).toMatchObject({ seed: 8, verify: false, workspace: join(folder, 'store') });
    expect(await flagsOf('--seed', '9', '--verify', '--workspace', 'other')).toMatchObject({
      seed: 9,
      verify: true,
      workspace: join(folder, 'other'),
    });
  });

  it('is found elsewhere with --config, and its workspace is relative to it', async () => {
    mkdirSync(join(folder, 'deep'));
    write('deep/mine.yaml', 'workspace: w\n');
    expect(await flagsOf('--config', 'deep/mine.yaml')).toMatchObject({ workspace: join(folder, 'deep/w') });
  });

  it('may be empty, and is not read by commands that do not use it', async () => {
    write('pawl.config.yaml', '');
    expect(await flagsOf()).toMatchObject({ profile: 'quick' });
    write('pawl.config.yaml', '{{{');
    expect((await pawl('plain')).code).toBe(0);
  });

  it.each([
    ['an unknown key', 'sede: 1', 'unknown key sede', 'Did you mean seed?'],
    [
      'an unknown key of a section',
      'practise: { proflie: tiny }',
      'unknown key practise.proflie',
      'Did you mean profile?',
    ],
    ['a key near nothing', 'practise: { zzz: 1 }', 'practise.zzz', 'Known keys here: profile, seed, budget, verify.'],
    ['a value out of range', 'practise: { budget: 0 }', 'practise.budget: Too small: expected number to be >=1', ''],
    ['a value of another type', 'seed: many', 'seed: Invalid input: expected number', ''],
    ['a truth value for a number', 'practise: { budget: true }', 'practise.budget: expected a number', ''],
    [
      'a wrong choice',
      'practise: { profile: big }',
      'practise.profile: Invalid option: expected one of "tiny"|"quick"',
      '',
    ],
    ['a list', '- seed', 'expected object', ''],
    ['an alias to nothing', 'seed: *gone', 'pawl.config.yaml cannot be read', ''],
    [
      'broken YAML',
      'seed: 1\n  x: [1',
      'pawl.config.yaml:1:7 cannot be read (BLOCK_AS_IMPLICIT_KEY)',
      'valid JSON or YAML',
    ],
  ])('is refused with %s', async (_what, text, says, hint) => {
    write('pawl.config.yaml', text);
    const { code, err } = await pawl('practise');
    expect(code).toBe(1);
    expect(err).toContain(says);
    expect(err).toContain(hint);
  });

  it('makes the runtime print nothing of it', async () => {
    const warned: string[] = [];
    const listen = ({ message }: Error): void => void warned.push(message);
    process.on('warning', listen);
    parseConfigText('? [sk-secret]\n: 1\n', 'pawl.config.yaml', yaml);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    expect(warned).toEqual([]);
  });

  it('is refused when there are two, when the named one is missing, and when TypeScript throws', async () => {
    write('pawl.config.json', '{}');
    write('pawl.config.yaml', '');
    expect((await pawl('practise')).err).toContain('pawl.config.json and pawl.config.yaml');
    expect((await pawl('practise', '--config', 'gone.ts')).err).toContain('config/not-found');
    write('throws.ts', "throw new Error('from the config');");
    expect((await pawl('practise', '--config', 'throws.ts')).err).toContain('from the config');
  });
});
