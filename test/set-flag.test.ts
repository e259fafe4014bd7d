import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EvolveConfig } from '#learners/machine/evolve';
import { createMemoryRecord, openStore } from '#world/store';
import { openEvolving } from '../src/app/api/open-evolving.ts';
import { play } from './play-evolve.ts';
import { runPawl } from './run-pawl.ts';

const workspace = mkdtempSync(join(tmpdir(), 'pawl-set-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

describe('settings of a run', () => {
  it('of evolve are stored with it, and it is taken up with these alone', async () => {
    const common = ['--workspace', workspace, '--json'];
    const asked = ['evolve', '--profile', 'tiny', '--templates', 'PARITY', '--budget', '0s', ...common];
    const begun = await runPawl([...asked, '--set', 'floor=0.25', '--set', 'window=30,horizon=5']);
    expect(begun).toMatchObject({ code: 0 });
    const store = openStore(workspace);
    const run = store.listRuns()[0]!;
    const config = EvolveConfig.parse(run.config);
    expect(config.knobs).toEqual({ floor: 0.25, window: 30, horizon: 5 });
    const taken = (knobs: Record<string, number> | undefined): unknown =>
      openEvolving({ seed: run.seed, config: { ...config, knobs }, resume: run.id }, store).isDone;
    expect(taken(config.knobs)).toBe(true);
    expect(() => taken({ ...config.knobs, floor: 0.3 })).toThrow('the settings are not those');
    expect(() => taken(undefined)).toThrow('the settings are not those');
    store.close();
    const again = await runPawl(['evolve', '--resume', run.id, '--set', 'floor=0.3', ...common]);
    expect(again).toMatchObject({ code: 2 });
    expect(await runPawl(['evolve', '--resume', run.id, ...common])).toMatchObject({ code: 0 });
  });

  it('of evolve reach its schedulers: other values, another run', async () => {
    const { hash } = await play(createMemoryRecord());
    expect((await play(createMemoryRecord(), Infinity, { knobs: { window: 20 } })).hash).toBe(hash);
    expect((await play(createMemoryRecord(), Infinity, { knobs: { synthShare: 1, verifyStart: 0.9 } })).hash).not.toBe(
      hash,
    );
  });
});
