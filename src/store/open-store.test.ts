import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from './open-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pawl-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('openStore', () => {
  it('records a run that a reader sees', async () => {
    const store = openStore(join(folder, 'deep', 'workspace'));
    const journal = store.createRun({ loop: 'practise', seed: 7, config: { level: 1 } });
    journal.emit('run-started', { level: 1 });
    const result = await journal.step('add', { a: 1, b: 2 }, () => 3);
    journal.emit('sum-found', { result });
    const reader = openStore(join(folder, 'deep', 'workspace'), { readOnly: true });
    expect([...reader.eventsOf(journal.run)]).toHaveLength(1);
    const hash = journal.finish({ sum: result });
    expect(reader.getRun(journal.run)).toMatchObject({ status: 'done', hash, summary: { sum: 3 } });
    expect([...reader.eventsOf(journal.run, { types: ['sum-found'] })].map((event) => event.seq)).toEqual([1]);
    reader.close();
    store.close();
  });
});
