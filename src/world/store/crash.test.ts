import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Hash } from '#foundation/kernel';
import { killAndResume } from './fixtures/kill.ts';
import { sampleRun, sampleSpec } from './fixtures/sample-run.ts';
import { survivor } from './fixtures/harness.ts';
import { places } from './fixtures/places.ts';
import { openStore } from './open-store.ts';
import { runHashOf } from './run-hash.ts';

beforeAll(() => places.start(), 60_000);
afterAll(() => places.end());
afterEach(() => places.removeAll());

async function undisturbed(steps: number): Promise<Hash> {
  const store = openStore(places.create());
  const hash = await sampleRun(store.createRun(sampleSpec), steps);
  store.close();
  return hash;
}

/** The files as a process that died at that moment leaves them, and the steps it had been told are safe. */
interface Wreck {
  readonly workspace: string;
  readonly safe: readonly number[];
  readonly after: string;
}

async function wrecksAfterEveryWrite(steps: number): Promise<Wreck[]> {
  const [workspace, graveyard] = [places.create(), places.create()];
  const wrecks: Wreck[] = [];
  const safe: number[] = [];
  const store = openStore(workspace, {
    owner: survivor(),
    afterWrite(sql) {
      const copy = join(graveyard, String(wrecks.length));
      cpSync(workspace, copy, { recursive: true });
      wrecks.push({ workspace: copy, safe: [...safe], after: sql.trim().split('\n')[0] ?? '' });
    },
  });
  await sampleRun(store.createRun(sampleSpec), steps, { acknowledged: (i) => safe.push(i) });
  store.close();
  return wrecks;
}

describe('a crash of a process with an open store', () => {
  it.runIf(places.isSqlite)(
    'after any write leaves a store that opens, holds all that was safe, and resumes to the same hash',
    async () => {
      const steps = 6;
      const expected = await undisturbed(steps);
      const wrecks = await wrecksAfterEveryWrite(steps);
      expect(wrecks.length).toBeGreaterThan(50);
      expect(new Set(wrecks.map(({ after }) => after.split(' ')[0]?.toUpperCase()))).toEqual(
        new Set(['PRAGMA', 'BEGIN', 'CREATE', 'ALTER', 'DROP', 'INSERT', 'UPDATE', 'DELETE', 'COMMIT']),
      );
      for (const { workspace, safe, after } of wrecks) {
        const store = openStore(workspace, { owner: survivor() });
        const [run] = store.listRuns();
        expect(run?.hash ?? expected).toBe(expected);
        const ranAgain: number[] = [];
        const journal = run === undefined ? store.createRun(sampleSpec) : store.resumeRun(run.id);
        const hash = await sampleRun(journal, steps, { working: (i) => ranAgain.push(i) });
        expect(hash, `resumed after ${after}`).toBe(expected);
        expect(
          ranAgain.filter((i) => safe.includes(i)),
          `lost after ${after}`,
        ).toEqual([]);
        expect(runHashOf(store.eventsOf(journal.run), store.getRun(journal.run)?.summary)).toBe(expected);
        expect(store.certificatesOf(journal.run)).toHaveLength(2);
        store.close();
      }
    },
  );

  it('of any single write rolls its transaction back, and the run resumes in the same process', async () => {
    const steps = 3;
    const expected = await undisturbed(steps);
    for (let fatal = 1, finished = false; !finished; fatal += 1) {
      const workspace = places.create();
      const afterWrite = (): void => {
        fatal -= 1;
        if (fatal === 0) throw new Error('the write failed');
      };
      const budget = fatal;
      const attempt = async (): Promise<Hash> => {
        const store = openStore(workspace, { owner: survivor(), afterWrite });
        return sampleRun(store.createRun(sampleSpec), steps).finally(() => store.close());
      };
      finished = await attempt().then(
        () => true,
        (error: Error) => error.message !== 'the write failed',
      );
      fatal = budget;
      const store = openStore(workspace, { owner: survivor() });
      const [run] = store.listRuns();
      expect([...store.eventsOf(run?.id ?? '')].map(({ seq }) => seq)).toEqual(
        [...store.eventsOf(run?.id ?? '')].map((_, i) => i),
      );
      const journal = run === undefined ? store.createRun(sampleSpec) : store.resumeRun(run.id);
      expect(await sampleRun(journal, steps), `after write ${budget}`).toBe(expected);
      store.close();
    }
  });

  it('by kill -9, three times in one run, resumes to the same hash without repeating what was safe', async () => {
    const steps = 30;
    const points = [
      { works: 2, delayMs: 0 },
      { works: 8, delayMs: 1 },
      { works: 5, delayMs: 0 },
    ];
    const { hash, kills } = await killAndResume(places.create(), steps, points);
    expect(kills).toBe(3);
    expect(hash).toBe(await undisturbed(steps));
  });
});
