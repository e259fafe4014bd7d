import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { openStore } from '#world/store';
import { type Outcome, runPawl } from '../../../../test/run-pawl.ts';
import { defineCommand } from '../command.ts';
import { runsList } from '../commands/runs-list.ts';
import { watched } from '../serve/watched.ts';

let folder: string;
const ids: string[] = [];
const shared = new TextEncoder().encode('both runs name this');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-house-'));
  ids.length = 0;
  for (const [i, age] of [40, 10, 0].entries()) {
    const at = Date.now() - age * 86_400_000;
    const store = openStore(join(folder, '.pawl'), { clock: { now: () => at } });
    const journal = store.createRun({ loop: 'practise', seed: i, config: {} });
    const own = journal.putBlob(new TextEncoder().encode(`only run ${i}`));
    journal.emit('blob-kept', { shared: journal.putBlob(shared), own });
    journal.finish({ own });
    ids.push(journal.run);
    store.close();
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stands for a long command. */
const work = defineCommand({
  name: 'work',
  flags: z.object({ fail: z.boolean().default(false) }),
  examples: [],
  async run(_args, { fail }) {
    if (fail) throw new Fault('bench/failed', 'it said sk-very-secret-1');
    return 0;
  },
});

const pawl = (...argv: readonly string[]): Promise<Outcome> => runPawl(argv, { cwd: folder });

function left(): { runs: readonly string[]; blobs: readonly boolean[] } {
  const store = openStore(join(folder, '.pawl'), { readOnly: true });
  const runs = store.listRuns();
  const blobs = runs.map(({ id }) =>
    [...store.eventsOf(id)].every(({ data }) =>
      Object.values(data as Record<string, string>).every((hash) => store.getBlob(hash) !== undefined),
    ),
  );
  store.close();
  return { runs: runs.map(({ id }) => id), blobs };
}

describe('keeping house', () => {
  it('tells of a quota before it is reached, and refuses to begin a run once it is', async () => {
    const used = statSync(join(folder, '.pawl', 'pawl.db')).size;
    const near = `${Math.ceil(used / 0.9)}B`;
    expect((await pawl('runs', 'list')).err).not.toContain('quota');
    expect((await pawl('runs', 'list', '--quota', '1GB')).err).toBe('');
    expect((await pawl('runs', 'list', '--quota', near)).err).toMatch(/of its quota of .* \((89|90) %\).*runs prune/u);
    expect((await pawl('runs', 'list', '--quota', 'much')).code).toBe(2);
    writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ quota: near }));
    const commands = [
      { name: 'runs list', summary: '', config: true, load: async () => runsList },
      { name: 'work', summary: '', config: true, load: async () => watched(work) },
    ];
    const small = (...argv: readonly string[]): Promise<Outcome> => runPawl(argv, { cwd: folder, commands });
    expect((await small('runs', 'list')).err).toContain('quota');
    expect(await small('work')).toMatchObject({ code: 0, err: expect.stringContaining('of its quota') as string });
    expect(await small('work', '--quota', '1GB')).toMatchObject({ code: 0, err: '' });
    expect(await small('work', '--quota', `${used}B`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('store/quota-reached') as string,
    });
  });

  it('notifies a URL or a command when a long command ends or fails, and is not harmed by who does not answer', async () => {
    const heard: unknown[] = [];
    const server = createServer((request, response) => {
      void text(request).then((body) => heard.push(JSON.parse(body)) && response.end());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const commands = [{ name: 'work', summary: '', load: async () => watched(work) }];
    const notify = (target: string, ...argv: readonly string[]): Promise<Outcome> =>
      runPawl(['work', ...argv, '--notify', target], {
        cwd: folder,
        commands,
        env: { MY_API_KEY: 'sk-very-secret-1' },
      });
    expect((await notify(url)).code).toBe(0);
    expect((await notify(url, '--fail')).code).toBe(1);
    server.close();
    expect((await notify(url)).err).toContain('--notify failed');
    expect(heard).toMatchObject([
      { command: 'work', ok: true, exitCode: 0 },
      { command: 'work', ok: false, fault: { code: 'bench/failed' } },
    ]);
    expect(JSON.stringify(heard)).not.toContain('sk-very-secret-1');
    await notify('cat > told.json');
    expect(JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8'))).toMatchObject({ command: 'work', ok: true });
    expect((await notify('exit 7')).err).toContain("'exit 7' ended with 7");
  });

  it('deletes a run with what only it uses, and leaves what another names', async () => {
    expect((await pawl('runs', 'delete', ids[0]!, '--dry-run')).out).toContain('would delete');
    expect(left().runs).toEqual(ids);
    const { out } = await pawl('runs', 'delete', ids[0]!, '--json');
    expect(JSON.parse(out)).toMatchObject({ deleted: [ids[0]], blobs: 1 });
    expect(left()).toEqual({ runs: ids.slice(1), blobs: [true, true] });
  });

  it('prunes by age and number, and asks for one of them', async () => {
    expect((await pawl('runs', 'prune')).code).toBe(2);
    const { out } = await pawl('runs', 'prune', '--older-than', '30d', '--dry-run', '--json');
    expect(JSON.parse(out)).toMatchObject({ wouldDelete: [ids[0]], deleted: [] });
    await pawl('runs', 'prune', '--keep', '1');
    expect(left().runs).toEqual([ids[2]]);
  });

  it('does not delete a run that somebody writes, nor any beside it', async () => {
    const store = openStore(join(folder, '.pawl'));
    const journal = store.createRun({ loop: 'practise', seed: 9, config: {} });
    const { code, err } = await pawl('runs', 'delete', ids[0]!, journal.run);
    expect(code).toBe(1);
    expect(err).toContain('store/run-locked');
    expect(left().runs).toHaveLength(4);
    store.close();
  });

  it('archives runs into a workspace of their own, and removes them if asked', async () => {
    await pawl('runs', 'archive', ids[1]!, '--output', 'archive', '--remove');
    expect(left().runs).toEqual([ids[0], ids[2]]);
    const { out } = await pawl('runs', 'list', '--workspace', 'archive', '--json');
    expect(out.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(out)).toMatchObject({ id: ids[1], status: 'done' });
    const shown = await pawl('audit', ids[1]!, '--workspace', 'archive');
    expect(shown.code).toBe(0);
  });

  it('says how large runs are', async () => {
    const { out } = await pawl('runs', 'list');
    expect(out).toMatch(/size/);
    expect(out).toMatch(/\d+ B/);
  });

  it('completes commands and flags', async () => {
    const bash = (await pawl('completion', 'bash')).out;
    expect(bash).toContain(`'runs') words='list show`);
    expect(bash).toMatch(/'train'\) flags='.*--resume.*--ui --notify --quota/);
    expect((await pawl('completion', 'fish')).out).toContain("-a serve -d 'show runs in a browser, live'");
    expect((await pawl('completion', 'tcsh')).code).not.toBe(0);
  });
});
