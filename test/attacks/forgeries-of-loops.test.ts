import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPawl } from '../run-pawl.ts';
import { Forger } from './forger.ts';
import { type HonestRun, honestRuns, type Loop, loops } from './honest-runs.ts';
import { loopForgeries } from './loop-forgeries.ts';
import { tryMutants } from './mutant-laws.ts';
import { workplace } from './workplace.ts';

// Forgeries of real runs with every hash made again and the recorded steps left as they were: what is claimed contradicts what is still held.
const folder = workplace();
const make = honestRuns();
const honest = new Map<Loop, HonestRun>();
let count = 0;

async function forged(loop: Loop, forge: (forger: Forger) => void): Promise<{ code: number; out: string }> {
  const { workspace, run } = honest.get(loop)!;
  const copy = join(folder, `${loop}-${(count += 1)}`);
  cpSync(workspace, copy, { recursive: true });
  const forger = new Forger(copy, run);
  forge(forger);
  forger.rehash();
  forger.database.close();
  const done = await runPawl(['audit', run, '--workspace', copy]);
  rmSync(copy, { recursive: true, force: true });
  return done;
}

describe.each(loops)('a run of %s', (loop) => {
  beforeAll(async () => {
    honest.set(loop, await make[loop]());
  }, 120_000);

  it('passes as it is', async () => {
    const { code, out } = await forged(loop, () => undefined);
    expect(out).not.toContain('FAILED');
    expect(code).toBe(0);
  });

  it.each(loopForgeries[loop])('is refused with %s', async (_, says, forge) => {
    const { code, out } = await forged(loop, forge);
    expect(out).toMatch(says);
    expect(code).toBe(3);
  });

  it('lets no claim be changed by chance: 30 mutants, of which none is what was signed', async () => {
    const { workspace: original, run } = honest.get(loop)!;
    const workspace = join(folder, `signed-${loop}`);
    cpSync(original, workspace, { recursive: true });
    expect(await runPawl(['runs', 'sign', run, '--workspace', workspace])).toMatchObject({ code: 0 });
    expect(tryMutants(loop, { workspace, run }, 30)).toMatchObject({ claimed: [], signed: 0 });
  });

  it('has an exit code of its own where it was opened again', async () => {
    const { workspace, run } = honest.get(loop)!;
    const copy = join(folder, `open-${loop}`);
    cpSync(workspace, copy, { recursive: true });
    const forger = new Forger(copy, run);
    forger.sql("UPDATE runs SET status = 'open', hash = NULL, summary = NULL, steps = NULL WHERE id = ?", run);
    forger.database.close();
    expect(await runPawl(['audit', run, '--workspace', copy])).toMatchObject({ code: 5 });
  });
});

describe('a change without a test', () => {
  it('is counted where the configuration allows it, with an exit code of its own', async () => {
    const workspace = join(folder, 'unverified');
    const argv = ['--profile', 'tiny', '--templates', 'PARITY', '--without', 'verification', '--workspace', workspace];
    expect(await runPawl(['evolve', ...argv])).toMatchObject({ code: 0 });
    const { code, out } = await runPawl(['audit', 'latest', '--workspace', workspace]);
    expect(out).not.toContain('FAILED');
    expect(out).toMatch(/^\d+ changes without a test, as the settings of the run allow$/mu);
    expect(code).toBe(4);
  });
});
