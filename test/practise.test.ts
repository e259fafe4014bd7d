import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openStore, storePath } from '#store';
import { runPawl } from './run-pawl.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-practise-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Result = z.object({
  run: z.string(),
  hash: z.string(),
  accepted: z.number(),
  scoreBefore: z.number(),
  scoreAfter: z.number(),
});
const asked = ['practise', '--profile', 'quick', '--seed', '11', '--json'];

async function practised(workspace: string, ...args: readonly string[]): Promise<z.infer<typeof Result>> {
  const { out, code } = await runPawl([...args, '--workspace', join(folder, workspace)]);
  expect(code).toBe(0);
  return Result.parse(JSON.parse(out));
}

/** Events of the newest run, 0 while there is none. */
function eventCount(workspace: string): number {
  if (!existsSync(storePath(workspace))) return 0;
  try {
    const store = openStore(workspace, { readOnly: true });
    const run = store.listRuns().at(-1);
    const count = run === undefined ? 0 : [...store.eventsOf(run.id)].length;
    store.close();
    return count;
  } catch {
    return 0;
  }
}

describe('pawl practise', () => {
  it('learns from fresh tasks, stores the run, and its certificates hold', async () => {
    const result = await practised('plain', ...asked);
    expect(result.scoreBefore).toBeLessThan(0.1);
    expect(result.scoreAfter).toBeGreaterThan(0.9);
    expect(result.accepted).toBeGreaterThan(0);
    const audit = await runPawl(['audit', result.run, '--json', '--workspace', join(folder, 'plain')]);
    expect(audit.code).toBe(0);
    expect(JSON.parse(audit.out)).toMatchObject({ run: result.run, certificates: result.accepted, failed: 0 });
  });

  it('audit notices a certificate that was taken away and an event that was rewritten', async () => {
    const workspace = join(folder, 'tampered');
    const { run } = await practised('tampered', 'practise', '--profile', 'tiny', '--json');
    const audit = async (): Promise<{ readonly out: string; readonly code: number }> =>
      runPawl(['audit', run, '--workspace', workspace]);
    expect((await audit()).code).toBe(0);
    const database = new Database(storePath(workspace));
    database.exec('DELETE FROM certificates WHERE id = 1');
    expect(await audit()).toMatchObject({ code: 3, out: expect.stringContaining('not in the store') });
    database.exec(`UPDATE events SET data = '{}' WHERE type = 'candidate-accepted'`);
    expect(await audit()).toMatchObject({ code: 3, out: expect.stringContaining('the run says') });
    database.close();
  });

  it('killed at three points and resumed each time, ends with the hash of an undisturbed run', async () => {
    const undisturbed = await practised('undisturbed', ...asked);
    const workspace = join(folder, 'killed');
    for (const events of [2, 5, 9]) {
      const args = events === 2 ? asked : ['practise', '--resume', 'latest', '--json'];
      const child = spawn(process.execPath, ['bin/pawl.mjs', ...args, '--workspace', workspace], { stdio: 'ignore' });
      while (child.exitCode === null && eventCount(workspace) < events) await sleep(30);
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
    expect(eventCount(workspace)).toBeLessThan(14);
    const resumed = await practised('killed', 'practise', '--resume', 'latest', '--json');
    expect(resumed.hash).toBe(undisturbed.hash);
    expect(resumed.scoreAfter).toBe(undisturbed.scoreAfter);
  });

  it('suggests command lines that find the workspace, and refuses flags that a resumed run would ignore', async () => {
    const workspace = join(folder, 'elsewhere');
    const { out } = await runPawl(['practise', '--profile', 'tiny', '--workspace', workspace]);
    const suggested = /npx pawl (audit .*)$/m.exec(out)?.[1] ?? '';
    expect((await runPawl(suggested.split(' '))).code).toBe(0);
    const resume = ['practise', '--resume', 'latest', '--workspace', workspace];
    expect(await runPawl([...resume, '--seed', '3'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--seed'),
    });
    const again = await runPawl(resume);
    expect(again.err).toContain('is done');
    expect(again.out).toBe(out);
  });

  it('has nothing to resume in an empty workspace, and leaves it empty', async () => {
    const workspace = join(folder, 'empty');
    const { code, err } = await runPawl(['practise', '--resume', 'latest', '--workspace', workspace]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('there is no run in') });
    expect(existsSync(workspace)).toBe(false);
  });

  it('learns nothing it can certify when every action is random chance of the same kind', async () => {
    const result = await practised('parity', 'practise', '--task', 'PARITY/5', '--profile', 'tiny', '--json');
    expect(result.accepted).toBe(0);
  });

  it('refuses an unknown template and a setting out of range before a run is stored', async () => {
    const workspace = join(folder, 'refused');
    const wrong = await runPawl(['practise', '--task', 'GRID_NAVE/1', '--workspace', workspace]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).toContain('Did you mean GRID_NAV?');
    const level = await runPawl(['practise', '--task', 'GRID_NAV/99', '--workspace', workspace]);
    expect(level.code).toBe(2);
    const list = await runPawl(['runs', 'list', '--json', '--workspace', workspace]);
    expect(list.out).toBe('');
  });
});
