import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Journal } from '#foundation/contracts/ports';
import { auditRun } from '#ratchet/audit';
import type { Over } from '#ratchet/open-run';
import { openStore, type Store } from '#world/store';
import { root } from '../sources.ts';
import type { DialConfig } from './dial-learner.ts';
import { runDial } from './run-dial.ts';

const config: DialConfig = { seed: 3, proposals: 12, tasks: 80, best: 7, alpha: 0.05 };
const folder = mkdtempSync(join(tmpdir(), 'pawl-dial-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isSound(store: Store, id: string, change: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): boolean {
  const blobs = {
    getBlob(hash: string) {
      const bytes = store.getBlob(hash);
      return bytes === undefined ? undefined : change(bytes);
    },
  };
  const run = store.getRun(id)!;
  const certificates = store.certificatesOf(id);
  const asked = { run, events: store.eventsOf(id), certificates, effects: store.effectsOf(id) };
  const { findings, wrong } = auditRun(asked, blobs);
  return wrong.length === 0 && findings.every(({ ok }) => ok);
}

/** Cuts a run off before its nth write or step, as a kill would. */
function cutAt(count: number): Over {
  let left = count;
  const alive = (): void => {
    if (left === 0) throw new Error('killed');
    left -= 1;
  };
  return (journal, timer) => {
    const cut: Journal = {
      run: journal.run,
      async step(name, inputs, work) {
        alive();
        return journal.step(name, inputs, work);
      },
      call: (name, inputs, work) => journal.call(name, inputs, work),
      lostCalls: (name, inputs) => journal.lostCalls(name, inputs),
      emit(type, data) {
        alive();
        journal.emit(type, data);
      },
      putBlob: (bytes) => journal.putBlob(bytes),
      certify(certificate) {
        alive();
        return journal.certify(certificate);
      },
    };
    return { journal: cut, timer };
  };
}

describe('a fourth learner', () => {
  const store = openStore(join(folder, 'whole'));
  const whole = runDial(config, store);
  afterAll(() => store.close());

  it('learns, and the gate lets only what is better stay', async () => {
    const { dial, accepted } = await whole;
    expect(Math.abs(dial - config.best)).toBeLessThanOrEqual(1);
    expect(accepted).toBeGreaterThan(0);
    const useless = await runDial({ ...config, best: 100 }, store);
    expect(useless).toMatchObject({ dial: 0, accepted: 0 });
  });

  it('leaves a certificate for each change, and its run passes the audit until something is changed', async () => {
    const { run, accepted } = await whole;
    expect(store.certificatesOf(run)).toHaveLength(accepted);
    expect(isSound(store, run)).toBe(true);
    const forged = (bytes: Uint8Array): Uint8Array =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"candidate":1,', '"candidate":0,'));
    expect(isSound(store, run, forged)).toBe(false);
  });

  it('ends with the same hash wherever it was killed and taken up again', async () => {
    const { hash } = await whole;
    for (const count of [0, 1, 2, 5, 9, 14, 20]) {
      const own = openStore(join(folder, `cut-${count}`));
      await expect(runDial(config, own, { over: cutAt(count) })).rejects.toThrow('killed');
      own.close();
      const again = openStore(join(folder, `cut-${count}`));
      const resume = again.listRuns()[0]!.id;
      expect(await runDial(config, again, { resume })).toMatchObject({ hash, repeated: 0 });
      again.close();
    }
  });

  it('is taken up only as the run it was', async () => {
    const { run } = await whole;
    await expect(async () => runDial({ ...config, best: 6 }, store, { resume: run })).rejects.toThrow(
      `the tasks are not those that ${run} was started with`,
    );
    await expect(async () => runDial({ ...config, tasks: 81 }, store, { resume: run })).rejects.toThrow('the settings');
    await expect(async () => runDial(config, store, { resume: 'dial-none' })).rejects.toThrow('no run dial-none');
  });

  it('stands in the guide as it is', () => {
    const guide = readFileSync(join(root, 'docs/contributing/learner.md'), 'utf8');
    const learner = readFileSync(join(import.meta.dirname, 'dial-learner.ts'), 'utf8');
    const run = readFileSync(join(import.meta.dirname, 'run-dial.ts'), 'utf8');
    expect(guide).toContain(`\`\`\`ts\n${learner}\`\`\``);
    expect(guide).toContain(`\`\`\`ts\n${run}\`\`\``);
  });
});
