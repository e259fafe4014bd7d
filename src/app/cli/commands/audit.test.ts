import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '#world/store';
import { runPawl } from '../../../../test/run-pawl.ts';

it('says of a run that is not finished that it is not', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'pawl-audit-'));
  const store = openStore(workspace);
  const journal = store.createRun({ loop: 'evolve', seed: 1, config: {} });
  const asked = ['audit', 'latest', '--workspace', workspace];
  expect((await runPawl(asked)).out).toContain(
    'is still going, or waits to be resumed; so far 0 of 0 certificates hold',
  );
  expect(JSON.parse((await runPawl([...asked, '--json'])).out)).toMatchObject({ status: 'open' });
  journal.finish({});
  store.close();
  expect((await runPawl(asked)).out).not.toContain('still going');
  expect(JSON.parse((await runPawl([...asked, '--json'])).out)).toMatchObject({ status: 'done' });
  rmSync(workspace, { recursive: true });
});
