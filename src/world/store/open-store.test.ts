import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RunEvent } from '#foundation/contracts';
import { certificateOf } from '#foundation/contracts/certificates';
import { places } from './fixtures/places.ts';
import { sampleRun, sampleSpec } from './fixtures/sample-run.ts';
import { showMasked } from './masking/show-masked.ts';
import { bytesUsed, openStore } from './open-store.ts';
import { storePath } from './place.ts';
import type { Store, StoreOptions } from './store.ts';

const stores: Store[] = [];
beforeAll(() => places.start(), 60_000);
afterAll(() => places.end());
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
  places.removeAll();
});

function open(folder = places.create(), options: StoreOptions = {}): Store {
  const store = openStore(folder, options);
  stores.push(store);
  return store;
}

/** A run in a process of its own, which closes the store as it ends. */
function runElsewhere(workspace: string): Promise<unknown> {
  const module = new URL('open-store.ts', import.meta.url).href;
  const script = `import(process.argv[1]).then(({ openStore }) => {
    const store = openStore(process.argv[2]);
    const journal = store.createRun({ loop: 'practise', seed: 1, config: null });
    for (let n = 0; n < 50; n += 1) { journal.emit('number-seen', n); journal.flush(); }
    journal.finish(null);
    store.close();
  });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, module, workspace], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('close', resolve));
}

describe('openStore', () => {
  it.runIf(places.isSqlite)('creates the folder and one file, whole after closing', async () => {
    const workspace = join(places.create(), 'deep', 'with space # ? %41', '.pawl');
    const store = openStore(workspace);
    await sampleRun(store.createRun(sampleSpec), 3);
    store.close();
    expect(existsSync(storePath(workspace))).toBe(true);
    const log = `${storePath(workspace)}-wal`;
    expect(existsSync(log) ? readFileSync(log).length : 0).toBe(0);
  });

  it('shows readers what is committed while the run goes on', async () => {
    const workspace = places.create();
    const journal = open(workspace).createRun(sampleSpec);
    const reader = openStore(workspace, { readOnly: true });
    journal.emit('run-started', { level: 1 });
    expect([...reader.eventsOf(journal.run)]).toEqual([]);
    const result = await journal.step('add', { a: 1, b: 2 }, () => 3);
    expect([...reader.eventsOf(journal.run)]).toHaveLength(1);
    journal.emit('sum-found', { result });
    journal.flush();
    expect([...reader.eventsOf(journal.run)]).toHaveLength(2);
    expect(reader.getRun(journal.run)).toMatchObject({ status: 'open', config: sampleSpec.config });
    const hash = journal.finish({ sum: result });
    expect(reader.getRun(journal.run)).toMatchObject({ status: 'done', hash, summary: { sum: 3 } });
    reader.close();
  });

  it('gives readers no way to write', () => {
    const workspace = places.create();
    openStore(workspace).close();
    const reader = openStore(workspace, { readOnly: true });
    expect(Object.keys(reader)).not.toContain('createRun');
    reader.close();
    expect(() => reader.listRuns()).toThrow(expect.objectContaining({ code: 'store/closed' }));
  });

  it('closes its journals with itself and keeps their events', () => {
    const workspace = places.create();
    const store = openStore(workspace);
    const journal = store.createRun(sampleSpec);
    journal.emit('a-b', 1);
    store.close();
    store.close();
    expect(() => journal.emit('a-b', 2)).toThrow(expect.objectContaining({ code: 'store/closed' }));
    expect([...open(workspace).eventsOf(journal.run)]).toHaveLength(1);
  });

  it('opens once for several processes that all come first', async () => {
    const workspace = places.create();
    expect(await Promise.all([1, 2, 3].map(() => runElsewhere(workspace)))).toEqual([0, 0, 0]);
    const runs = open(workspace).listRuns();
    expect(runs.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
    expect(new Set(runs.map(({ hash }) => hash)).size).toBe(1);
  });

  it('keeps its locks when it is opened again: a writer elsewhere that closes does not take the log away', async () => {
    const workspace = places.create();
    // A second connection of one process, as a dashboard has that comes first to a workspace.
    open(workspace);
    const reader = openStore(workspace, { readOnly: true });
    for (const wanted of [1, 2]) {
      expect(await runElsewhere(workspace)).toBe(0);
      expect(reader.listRuns()).toHaveLength(wanted);
    }
    reader.close();
  });
});

describe('createRun', () => {
  it('gives readable ids, unique in a workspace and the same in a fresh one', () => {
    const ids = (store: Store): string[] =>
      [sampleSpec, sampleSpec, { ...sampleSpec, seed: 8 }, { ...sampleSpec, loop: 'self-play' }].map(
        (spec) => store.createRun(spec).run,
      );
    const first = ids(open());
    expect(first).toEqual(ids(open()));
    expect(new Set(first).size).toBe(4);
    expect(first.map((id) => id.replace(/[0-9a-f]{8}$/, 'hash'))).toEqual([
      'practise-hash',
      'practise-hash',
      'practise-hash',
      'self-play-hash',
    ]);
  });

  it('keeps times out of the hash', async () => {
    const at = (now: number): Promise<string> =>
      sampleRun(open(undefined, { clock: { now: () => now } }).createRun(sampleSpec), 3);
    expect(await at(1)).toBe(await at(2_000_000_000_000));
  });

  it.each([
    { ...sampleSpec, loop: 'Practise' },
    { ...sampleSpec, loop: '' },
    { ...sampleSpec, seed: 0.5 },
    { ...sampleSpec, seed: 2 ** 53 },
  ])('refuses $loop with seed $seed', (spec) => {
    const store = open();
    expect(() => store.createRun(spec)).toThrow(expect.objectContaining({ code: 'store/bad-run' }));
    expect(store.listRuns()).toEqual([]);
  });

  it('takes the largest seeds whole', () => {
    const store = open();
    const { run } = store.createRun({ ...sampleSpec, seed: Number.MIN_SAFE_INTEGER });
    expect(store.getRun(run)?.seed).toBe(Number.MIN_SAFE_INTEGER);
  });
});

describe('reading from a store', () => {
  it('lists runs oldest first, and knows no others', () => {
    let now = 0;
    const store = open(undefined, { clock: { now: () => (now += 1000) } });
    const ids = [1, 2, 3].map((seed) => store.createRun({ ...sampleSpec, seed }).run);
    expect(store.listRuns().map(({ id }) => id)).toEqual(ids);
    expect(store.getRun('practise-none')).toBeUndefined();
    expect([...store.eventsOf('practise-none')]).toEqual([]);
    expect(() => store.resumeRun('practise-none')).toThrow(expect.objectContaining({ code: 'store/unknown-run' }));
    expect(() => store.resumeRun('practise-none')).toThrow(ids[2]);
  });

  it('filters events by position and type across pages', () => {
    const store = open();
    const journal = store.createRun(sampleSpec);
    for (let n = 0; n < 5000; n += 1) journal.emit(n % 3 === 0 ? 'fizz-seen' : 'number-seen', n);
    journal.flush();
    const events = [...store.eventsOf(journal.run)];
    expect(events.map(({ seq, data }) => [seq, data])).toEqual(Array.from({ length: 5000 }, (_, n) => [n, n]));
    expect(RunEvent.parse(events[4999])).toEqual(events[4999]);
    const fizz = [...store.eventsOf(journal.run, { from: 100, types: ['fizz-seen', 'buzz-seen'] })];
    expect(fizz.map(({ seq }) => seq)).toEqual(Array.from({ length: 1633 }, (_, k) => 102 + 3 * k));
    expect([...store.eventsOf(journal.run, { types: [] })]).toEqual([]);
    expect([...store.eventsOf(journal.run, { from: 4999 })]).toEqual([events[4999]]);
  });

  it('stores equal blobs once, of any size', () => {
    const workspace = places.create();
    const store = open(workspace);
    const journal = store.createRun(sampleSpec);
    const big = Buffer.alloc(6_000_000, 'pawl');
    const hashes = [big, Buffer.from(big), Buffer.alloc(0)].map((bytes) => journal.putBlob(bytes));
    store.createRun(sampleSpec).putBlob(big);
    journal.flush();
    expect(hashes[0]).toBe(hashes[1]);
    expect(big.equals(store.getBlob(hashes[0] ?? '') ?? Buffer.alloc(0))).toBe(true);
    expect(store.getBlob(hashes[2] ?? '')).toHaveLength(0);
    store.close();
    expect(bytesUsed(workspace)).toBeLessThan(7_000_000);
  });

  it('lists the certificates of one run with their hashes', async () => {
    const store = open();
    const journal = store.createRun(sampleSpec);
    await sampleRun(journal, 6);
    const listed = store.certificatesOf(journal.run);
    expect(listed.map(({ certificate }) => certificate.claim)).toEqual([
      expect.stringMatching(/^circuit .* for all 2\^4 inputs$/u),
      expect.stringMatching(/^circuit .* for all 2\^4 inputs$/u),
    ]);
    const named = [...store.eventsOf(journal.run, { types: ['table-certified'] })].map(({ data }) => data);
    expect(listed.map(({ hash }) => ({ certificate: hash }))).toEqual(named);
    expect(store.certificatesOf(store.createRun(sampleSpec).run)).toEqual([]);
  });
});

describe('a secret on its way to the store', () => {
  const secret = 'sk-"quoted"\\n5ecret';
  const mask = (text: string): string => text.replaceAll(secret, '[masked]');

  it('planted everywhere changes no record, and is neither exported nor shown', async () => {
    const hashes: string[] = [];
    for (const options of [{}, { mask }]) {
      const store = open(undefined, options);
      const journal = store.createRun({ ...sampleSpec, config: { [secret]: [secret] } });
      journal.emit('key-used', { nested: [{ [secret]: `Bearer ${secret}` }] });
      expect(await journal.step('call', { apiKey: secret }, () => ({ echoed: secret }))).toEqual({ echoed: secret });
      const proof = journal.putBlob(Buffer.from(`1 -2 ${secret} 0`));
      const shape = { over: 'all-inputs', inputs: 1, outputs: 1 } as const;
      const certificate = certificateOf({ kind: 'exhaustive', ...shape, circuit: proof, rows: proof });
      journal.certify({ ...certificate, claim: `with ${secret}` });
      hashes.push(journal.finish({ note: secret }));
      expect(Buffer.from(store.getBlob(proof) ?? []).toString()).toContain(secret);
      if (options.mask === undefined) continue;
      const shown = showMasked(store, mask);
      const seen = [
        ...store.exportRun(journal.run),
        JSON.stringify(shown.listRuns()),
        JSON.stringify(shown.getRun(journal.run)),
        JSON.stringify([...shown.eventsOf(journal.run)]),
        JSON.stringify(shown.certificatesOf(journal.run)),
        Buffer.from(shown.getBlob(proof) ?? []).toString(),
      ].join('\n');
      expect(seen).not.toContain('5ecret');
      expect(seen.match(/\[masked\]/g)?.length).toBeGreaterThan(8);
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  it('in the address of a server is never recorded with its configuration', () => {
    const store = open();
    const { run } = store.createRun({ ...sampleSpec, config: { baseUrl: 'https://me:hunter22@models.example/v1' } });
    expect(store.getRun(run)?.config).toEqual({ baseUrl: 'https://me:***@models.example/v1' });
  });
});

describe('exportRun', () => {
  it('writes the run, its events, its certificates and its steps as JSON lines', async () => {
    const store = open(undefined, { clock: { now: () => 12 } });
    const journal = store.createRun(sampleSpec);
    const hash = await sampleRun(journal, 3);
    const lines = [...store.exportRun(journal.run)].map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ kind }) => kind)).toEqual([
      'run',
      'event',
      'event',
      'event',
      'event',
      'event',
      'certificate',
      'effect',
      'effect',
      'effect',
    ]);
    expect(lines[0]).toMatchObject({ id: journal.run, hash, startedAt: 12, endedAt: 12, summary: { total: 123 } });
    expect(lines[1]).toEqual({
      kind: 'event',
      v: 1,
      run: journal.run,
      seq: 0,
      type: 'run-started',
      data: { steps: 3 },
    });
    expect(lines[6]).toMatchObject({ hash: expect.any(String), certificate: { kind: 'exhaustive' } });
    expect(lines[7]).toEqual({ kind: 'effect', key: expect.any(String), name: 'draw', result: expect.any(String) });
    expect(() => [...store.exportRun('practise-none')]).toThrow(expect.objectContaining({ code: 'store/unknown-run' }));
  });
});
