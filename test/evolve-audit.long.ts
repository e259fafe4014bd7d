import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runPawl } from './run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-honest-'));
const workspace = ['--workspace', join(folder, 'runs')];
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an honest run of evolve', () => {
  // Templates that were not learnt are told too, and comparisons without a difference are no trials.
  it.each(['--profile quick', '--profile tiny --templates PARITY,CAUSAL_BANDIT'])('audits: %s', async (flags) => {
    const run = await runPawl(['evolve', ...flags.split(' '), ...workspace]);
    expect(run.code, run.err).toBe(0);
    expect(run.out).toContain('not learnt');
    const audit = await runPawl(['audit', 'latest', ...workspace]);
    expect(audit.code, audit.out).toBe(0);
  });
});
