import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { connect } from '../connect.ts';
import { hasPostgres, PostgresPlaces } from '../fixtures/places.ts';
import { sampleRun, sampleSpec } from '../fixtures/sample-run.ts';
import { createMemoryJournal } from '../memory-journal.ts';
import { openReader, openStore } from '../open-store.ts';
import { readAddress } from './address.ts';

const databases = new PostgresPlaces();
const script = `import(process.argv[1]).then(({ runInWorkspace }) => runInWorkspace(process.argv[2], Number(process.argv[3]), console.log));`;

const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'pawl'`;

/** The sample run in a process of its own: this one stands still whenever it asks the server. */
function startSample(place: string, steps: number): { child: ChildProcess; said: Promise<string[]> } {
  const module = new URL('../fixtures/sample-run.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script, module, place, String(steps)], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, said: new Promise((resolve) => void child.on('close', () => resolve(text.trim().split('\n')))) };
}

/** Every step was worked on once, every event is there once, and the hash is that of a run in memory. */
async function expectUndisturbed(place: string, said: readonly string[], steps: number): Promise<void> {
  const works = said.filter((line) => line.startsWith('work '));
  expect(works.length).toBe(new Set(works).size);
  expect(said.at(-1)).toBe(`hash ${await sampleRun(createMemoryJournal(), steps)}`);
  const reader = openReader(place);
  const [run] = reader.listRuns();
  const events = [...reader.eventsOf(run?.id ?? '')];
  expect(events.map(({ seq }) => seq)).toEqual([...events.keys()]);
  expect(reader.effectsOf(run?.id ?? '')).toHaveLength(steps);
  reader.close();
}

/** Waits until more is committed than was; whoever is cut off again before it could do anything never ends. */
async function untilMore(place: string, child: ChildProcess, seen: number): Promise<number> {
  const connection = connect(databases.server.url);
  try {
    for (const { schema } = readAddress(place); child.exitCode === null; await wait(5)) {
      const [found] = connection.all(`SELECT to_regclass('${schema}.events') IS NOT NULL AS found`);
      const count = found?.['found'] === true ? connection.get(`SELECT count(*) AS n FROM ${schema}.events`)?.['n'] : 0;
      if (Number(count) > seen) return Number(count);
    }
    return seen;
  } finally {
    connection.close();
  }
}

describe.runIf(hasPostgres)('a server that goes away (needs initdb and postgres)', () => {
  beforeAll(() => databases.start(), 60_000);
  afterAll(() => databases.end(), 60_000);

  it('cutting connections at any moment, in the middle of commits too, changes nothing', async () => {
    const place = databases.create();
    const steps = 900;
    const { child, said } = startSample(place, steps);
    const rng = createRng('store/postgres/cut');
    const killer = connect(databases.server.url);
    let cuts = 0;
    for (let seen = 0; child.exitCode === null && cuts < 30;) {
      seen = await untilMore(place, child, seen);
      await wait(rng.below(20));
      cuts += killer.all(cut).length;
    }
    killer.close();
    await expectUndisturbed(place, await said, steps);
    expect(cuts).toBeGreaterThan(5);
  });

  it('killed and started again, three times in one run, changes nothing', async () => {
    const place = databases.create();
    const steps = 240;
    const { child, said } = startSample(place, steps);
    let kills = 0;
    for (let seen = 0; kills < 3 && child.exitCode === null; kills += 1) {
      seen = await untilMore(place, child, seen);
      await databases.server.killAndRestart();
    }
    await expectUndisturbed(place, await said, steps);
    expect(kills).toBeGreaterThan(1);
  });

  it('that lets nobody in any more is a fault at once', () => {
    const store = openStore(databases.create());
    const journal = store.createRun(sampleSpec);
    const administrator = connect(databases.server.url);
    journal.emit('a-b', 1);
    administrator.exec('ALTER USER pawl NOLOGIN');
    administrator.all(cut);
    const refused = expect.objectContaining({ code: 'store/refused' });
    expect(() => journal.flush()).toThrow(refused);
    administrator.exec('ALTER USER pawl LOGIN');
    administrator.close();
    expect(() => journal.emit('a-b', 2)).toThrow(refused);
    store.close();
  });

  it('for longer than a minute is not waited for any more', async () => {
    const store = openStore(databases.create());
    const journal = store.createRun(sampleSpec);
    await databases.end();
    journal.emit('a-b', 1);
    const lost = expect.objectContaining({ code: 'store/lost-connection', hint: expect.stringContaining('--resume') });
    expect(() => journal.flush()).toThrow(lost);
    store.close();
  });
});
