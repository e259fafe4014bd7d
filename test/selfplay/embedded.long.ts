import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCheckpoint } from '#learners/model/lm/files';
import { type Outcome, runPawl } from '../run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Said {
  readonly hash: string;
  readonly pairs: number;
  readonly modelCalls: number;
  readonly tokens: number;
  readonly judged: number;
  readonly exam: { readonly questions: number };
  readonly checkpoints: { readonly generator: string; readonly solver: string; readonly start: string };
}

/** A tiny model, hardly schooled; every question that reads teaches. */
async function play(also: object = {}, more: readonly string[] = []): Promise<Outcome & { said: Said }> {
  const selfplay = {
    practice: { world: 'first', seed: 1, exam: 2 },
    corpus: 'corpus.jsonl',
    schooling: { steps: 160, layers: 1, width: 32, heads: 2, rate: 0.01 },
    iterations: 2,
    questions: 40,
    strong: { count: 3 },
    weak: { count: 2, lag: 1 },
    scorePasses: 2,
    pairs: 1,
    pairPasses: 2,
    filter: 'none',
    gate: { every: 2, questions: 20, passes: 1 },
    finalQuestions: 0,
    ...also,
  };
  writeFileSync(join(folder, 'pawl.config.json'), JSON.stringify({ selfplay }));
  const outcome = await runPawl(['selfplay', '--seed', '1', '--json', '--config', 'pawl.config.json', ...more], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return { ...outcome, said: outcome.code === 0 ? (JSON.parse(outcome.out) as Said) : ({} as Said) };
}

describe('the embedded model, by the config file', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    expect((await runPawl(['init', 'selfplay', '--yes'], { cwd: folder, env: {} })).code).toBe(0);
    rmSync(join(folder, 'pawl.config.ts'));
  });

  it('learns both roles as one model, and a file of it gives the weak answers of another run', async () => {
    const two = await play({}, ['--out', 'small.safetensors']);
    expect(two.said.pairs, two.err).toBeGreaterThan(0);
    expect(loadCheckpoint(readFileSync(join(folder, 'small.safetensors'))).model.shape).toMatchObject({ width: 32 });
    const one = await play({ isShared: true, weak: { count: 2, checkpoint: 'small.safetensors' } });
    expect(one.said.pairs, one.err).toBeGreaterThan(0);
    expect(one.said.exam.questions).toBe(24);
    expect(one.said.tokens).toBeGreaterThan(one.said.modelCalls);
    // The last update of either role is in both.
    expect(two.said.checkpoints.generator).toMatch(/^generator-/);
    expect(one.said.checkpoints.generator).toMatch(/^solver-/);
    expect(one.said.hash).not.toBe(two.said.hash);
  });
});
