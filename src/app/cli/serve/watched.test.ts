import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runPawl } from '../../../../test/run-pawl.ts';
import { defineCommand } from '../command.ts';
import { withCheckout } from '../checkout.ts';
import { commands as own } from '../commands.ts';
import { watchedTool } from './watched.ts';

const commands = await withCheckout(own);

const folder = mkdtempSync(join(tmpdir(), 'pawl-watched-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands that answer at once, serve until they are stopped, or ask a person: there is nothing to wait for. */
const short = new Set(
  [
    ['evolve tell', 'machine show', 'machine run', 'machine export', 'init skill', 'init selfplay', 'watch', 'adopt'],
    [
      'selfplay export',
      'lm sample',
      'lm export',
      'tasks list',
      'tasks from-marks',
      'tasks sample',
      'tasks review',
      'tasks play',
    ],
    ['tasks score', 'tasks export', 'tasks import', 'tasks serve', 'circuit stats', 'circuit convert', 'sat check'],
    ['runs list', 'runs show', 'runs diff', 'runs export', 'runs sign', 'runs backup', 'runs delete'],
    ['runs prune', 'runs archive', 'serve', 'mcp', 'worker', 'doctor', 'completion'],
  ].flat(),
);

describe('a long command', () => {
  it('is every one that is not known to be short, and takes --ui and --notify', async () => {
    expect([...short].filter((name) => !commands.some((command) => command.name === name))).toEqual([]);
    const loaded = await Promise.all(commands.map((command) => command.load()));
    const without = loaded.filter(({ flags }) => !('ui' in flags.shape && 'notify' in flags.shape));
    expect(without.map(({ name }) => name).sort()).toEqual([...short].sort());
  });

  it('tells what it does in a workspace that is there, and makes none for it', async () => {
    let seen: unknown;
    const work = defineCommand({
      name: 'work',
      args: [{ name: 'FILE', says: 'a file', required: true }],
      flags: z.object({}),
      examples: [],
      run(_args, _flags, shell) {
        const live = join(shell.workspace, 'live');
        const [name] = existsSync(live) ? readdirSync(live) : [];
        seen = name === undefined ? undefined : JSON.parse(readFileSync(join(live, name), 'utf8'));
        return Promise.resolve(0);
      },
    });
    const commandsOf = [{ name: 'work', summary: '', load: () => Promise.resolve(watchedTool(work)) }];
    const run = (): Promise<{ code: number }> => runPawl(['work', 'a.cnf'], { cwd: folder, commands: commandsOf });
    expect((await run()).code).toBe(0);
    expect([seen, readdirSync(folder)]).toEqual([undefined, []]);
    mkdirSync(join(folder, '.pawl'));
    expect((await run()).code).toBe(0);
    expect(seen).toMatchObject({ label: 'work', what: 'a.cnf' });
    expect(readdirSync(join(folder, '.pawl/live'))).toEqual([]);
  });
});
