import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runPawl } from '../../../test/run-pawl.ts';
import { defineCommand, ExitCode } from './command.ts';
import type { LazyCommand } from './lazy-command.ts';
import { workspaceFlag } from './runs/open-runs.ts';

const look = defineCommand({
  name: 'look',
  flags: z.object({}),
  examples: [],
  async run(_args, _flags, shell) {
    shell.print(JSON.stringify({ store: shell.store, workspace: shell.workspace, again: workspaceFlag(shell) }));
    return ExitCode.ok;
  },
});
const commands: readonly LazyCommand[] = [{ name: 'look', summary: '', config: true, load: async () => look }];

const folder = mkdtempSync(join(tmpdir(), 'pawl-store-flag-'));
writeFileSync(join(folder, 'pawl.config.yaml'), 'store: postgres://from/config\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const where = async (argv: readonly string[], env: Record<string, string> = {}): Promise<Record<string, string>> => {
  const { code, out, err } = await runPawl(['look', ...argv], { commands, cwd: folder, env });
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
};

describe('the choice of a store', () => {
  it('is what is typed, then PAWL_STORE, then what the config says; a typed workspace is the file there', async () => {
    const env = { PAWL_STORE: 'postgres://from/env' };
    expect(await where([])).toMatchObject({ store: 'postgres://from/config', workspace: join(folder, '.pawl') });
    expect(await where([], env)).toMatchObject({ store: 'postgres://from/env', again: '' });
    expect(await where(['--workspace', 'w'], env)).toMatchObject({ store: join(folder, 'w'), again: ' --workspace w' });
    const typed = ['--workspace', 'w', '--store', 'postgres://me@typed/here'];
    expect(await where(typed, env)).toEqual({
      store: 'postgres://me@typed/here',
      workspace: join(folder, 'w'),
      again: ' --workspace w --store postgres://me@typed/here',
    });
    expect(await where(['--store', 'env:TEAM'], { TEAM: 'postgres://team/db' })).toMatchObject({
      store: 'postgres://team/db',
    });
  });

  it('keeps its password to itself', async () => {
    const { again, store } = await where(['--store', 'postgres://me:hunter22@host/db?schema=ours']);
    expect([again, store]).toEqual([
      ' --store "postgres://me@host/db?schema=ours"',
      'postgres://me:***@host/db?schema=ours',
    ]);
    const address = 'postgres://me:hunter22hunter@127.0.0.1:1/db?sslpassword=another22';
    const env = { PAWL_STORE: address, PGPASSWORD: 'yet another one' };
    const { code, out, err } = await runPawl(['runs', 'list', '--json'], { cwd: join(folder, 'none'), env });
    expect([code, err]).toEqual([1, expect.stringContaining('store/unreachable')]);
    expect(`${out}${err}`).toContain('postgres://me@127.0.0.1:1/db');
    expect(`${out}${err}`).not.toMatch(/hunter22|another/u);
  });

  it.each([
    ['a folder', 'runs/'],
    ['another database', 'mysql://host/db'],
    ['a variable that is not set', 'env:NOBODY'],
    ['a schema with capitals', 'postgres://me:hunter22@host/db?schema=Ours'],
  ])('is not %s', async (_what, said) => {
    const { code, err } = await runPawl(['look', '--store', said], { commands, cwd: folder });
    expect([code, err]).toEqual([1, expect.stringContaining('store/bad-address')]);
    expect(err).not.toContain('hunter22');
  });
});
