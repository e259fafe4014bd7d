import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '#store';
import { type Outcome, runPawl } from '../../../test/run-pawl.ts';

let folder: string;
const ids: string[] = [];
const shared = new TextEncoder().encode('both runs name this');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-house-'));
  ids.length = 0;
  for (const [i, age] of [40, 10, 0].entries()) {
    const at = Date.now() - age * 86_400_000;
    const store = openStore(join(folder, '.pawl'), { clock: { now: () => at } });
    const journal = store.createRun({ loop: 'train', seed: i, config: {} });
    const own = journal.putBlob(new TextEncoder().encode(`only run ${i}`));
    journal.emit('blob-kept', { shared: journal.putBlob(shared), own });
    journal.finish({ own });
    ids.push(journal.run);
    store.close();
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
    const journal = store.createRun({ loop: 'train', seed: 9, config: {} });
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
    expect(bash).toMatch(/'train'\) flags='.*--resume.*--ui --notify/);
    expect((await pawl('completion', 'fish')).out).toContain("-a serve -d 'show runs in a browser, live'");
    expect((await pawl('completion', 'tcsh')).code).not.toBe(0);
  });
});
