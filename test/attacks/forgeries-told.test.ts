import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { Forger } from './forger.ts';
import { type HonestRun, honestRuns, loops } from './honest-runs.ts';
import { toldForgeries } from './told-forgeries.ts';
import { workplace } from './workplace.ts';

// What is told in several places is changed in all of them, and every hash made again; the recorded steps stay as they were.
const folder = workplace();
const make = honestRuns();

describe.each([...loops, 'trials'] as const)('a run of %s', (loop) => {
  let honest: HonestRun;
  let count = 0;
  beforeAll(async () => {
    honest = await make[loop]();
  }, 120_000);

  const forged = async (forge: (forger: Forger) => void): Promise<{ code: number; out: string }> => {
    const copy = join(folder, `${loop}-${(count += 1)}`);
    cpSync(honest.workspace, copy, { recursive: true });
    const forger = new Forger(copy, honest.run);
    forge(forger);
    forger.rehash();
    forger.database.close();
    const done = await runPawl(['audit', forger.run, '--workspace', copy]);
    rmSync(copy, { recursive: true, force: true });
    return done;
  };

  it('passes as it is', async () => {
    const { code, out } = await forged(() => undefined);
    expect(out).not.toContain('FAILED');
    expect(code).toBe(0);
  });

  it.each(toldForgeries[loop])('is refused with %s, told alike everywhere', async (_, says, forge) => {
    const { code, out } = await forged(forge);
    expect(out).toMatch(says);
    expect(code).toBe(3);
  });
});
