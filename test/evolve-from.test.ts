import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type EvolveSummary, MainState } from '#learners/machine/evolve';
import { createMemoryRecord } from '#world/store';
import { Cut, play } from './play-evolve.ts';
import { runPawl } from './run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-from-'));
const workspace = ['--workspace', join(folder, 'runs')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Told = EvolveSummary & { readonly run: string; readonly hash: string };

async function evolve(...flags: readonly string[]): Promise<Told> {
  const { code, out, err } = await runPawl(['evolve', '--profile', 'tiny', '--json', ...flags, ...workspace]);
  expect(code, err).toBe(0);
  return JSON.parse(out) as Told;
}

describe('evolve --from', () => {
  it('begins with what an earlier run learnt, spends less, and audits', async () => {
    const first = await evolve('--templates', 'MAJORITY');
    const next = ['--templates', 'MAJORITY', '--seed', '2'];
    const alone = await evolve(...next);
    const helped = await evolve(...next, '--from', first.run);
    expect(helped.effort).toBeLessThan(0.5 * alone.effort);
    expect(helped.templates.map(({ levelAfter }) => levelAfter)).toEqual(
      alone.templates.map((each) => each.levelAfter),
    );
    // What was given is in force only where a gate of this run accepted it.
    expect(helped.certificates.statistical).toBeGreaterThan(0);
    const audit = await runPawl(['audit', helped.run, ...workspace]);
    expect(audit.code, audit.out).toBe(0);
    // The machine that it began with outlives the run that made it.
    expect((await runPawl(['runs', 'delete', first.run, ...workspace])).code).toBe(0);
    expect((await runPawl(['audit', helped.run, ...workspace])).code).toBe(0);
  });

  it('ends with the same hash when it was cut off and resumed', async () => {
    const record = createMemoryRecord();
    const { summary } = await play(record, Infinity, { templates: ['PARITY'] });
    const from = MainState.parse(JSON.parse(new TextDecoder().decode(record.blobs.get(summary.machine))));
    const asked = { templates: ['PARITY'], from: summary.machine };
    const whole = await play(createMemoryRecord(), Infinity, asked, { from });
    const cut = createMemoryRecord();
    await expect(play(cut, 2, asked, { from })).rejects.toThrow(Cut);
    expect((await play(cut, Infinity, asked, { from })).hash).toBe(whole.hash);
    // It is another run than one that began with nothing.
    expect((await play(createMemoryRecord(), Infinity, { templates: asked.templates })).hash).not.toBe(whole.hash);
  });
});
