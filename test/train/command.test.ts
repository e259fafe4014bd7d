import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TrainConfig } from '../../src/app/cli/skill/train-config.ts';
import { runPawl } from '../run-pawl.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-train-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const Score = z.object({ score: z.number(), low: z.number(), high: z.number() });
const Report = z.object({
  run: z.string(),
  simulated: z.literal(true),
  score: z.object({ before: Score, after: Score, split: z.literal('test') }),
  accepted: z.int(),
  rejected: z.int(),
  undecided: z.int(),
  rollouts: z.int(),
  hash: z.string(),
});

const Summary = z.looseObject({
  best_selection_hard: z.number(),
  total_steps: z.int(),
  total_accepts: z.int(),
  total_wall_time_s: z.number(),
  epoch_stats: z.array(z.looseObject({ steps: z.array(z.int()), accepts: z.int() })),
  token_summary: z.looseObject({ _total: z.object({ calls: z.int().min(1) }).loose() }),
});
const Step = z.looseObject({ step: z.int(), candidate_hash: z.string().nullable() });

/** All that the original leaves: config, summary with scores of selection, epochs and timing, and of each step its own candidate alone. */
function expectSkilloptLayout(out: string, { accepted }: { readonly accepted: number }): void {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(out, path), 'utf8'));
  const summary = Summary.parse(read('summary.json'));
  const history = z.array(Step).parse(read('history.json'));
  expect(summary.total_accepts).toBe(accepted);
  expect(summary.total_steps).toBe(history.length);
  expect(summary.epoch_stats.flatMap(({ steps }) => steps)).toEqual(history.map(({ step }) => step));
  expect(read('config.json')).toMatchObject({ batchSize: expect.any(Number), gate: expect.anything() });
  expect(read('test_eval/summary.json')).toHaveProperty('overall');
  for (const { step, candidate_hash } of history) {
    const at = `steps/step_${String(step).padStart(4, '0')}`;
    expect(existsSync(join(out, at, 'candidate_skill.md'))).toBe(candidate_hash !== null);
    expect(read(`${at}/step_record.json`)).toMatchObject({ step });
  }
}

describe('pawl train', () => {
  it('runs at once after init, ends better on the sealed test split, audits, explains its rules and is adopted', async () => {
    const workspace = ['--workspace', join(folder, 'ws')];
    const config = ['--config', join(folder, 'pawl.config.ts')];
    expect((await runPawl(['init', 'skill', '--yes', '--dir', folder])).code).toBe(0);
    const trained = await runPawl([
      'train',
      ...config,
      ...workspace,
      '--seed',
      '1',
      '--json',
      '--export-skillopt',
      join(folder, 'so'),
    ]);
    const report = Report.parse(JSON.parse(trained.out.trim().split('\n').at(-1)!));
    expect(report.score.after.low).toBeGreaterThan(report.score.before.high);
    expect(report.accepted).toBeGreaterThan(0);
    expect((await runPawl(['audit', report.run, ...workspace])).code).toBe(0);
    const rules = await runPawl(['runs', 'show', report.run, '--rules', '--json', ...workspace]);
    expect(JSON.parse(rules.out).rules.length).toBeGreaterThan(5);
    expect(readFileSync(join(folder, 'so/best_skill.md'), 'utf8')).toContain('For the tag');
    expectSkilloptLayout(join(folder, 'so'), report);
    const before = readFileSync(join(folder, 'SKILL.md'), 'utf8');
    expect((await runPawl(['adopt', report.run, ...workspace])).err).toContain('is a simulation');
    expect((await runPawl(['adopt', report.run, ...workspace, '--force'])).code).toBe(0);
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe(readFileSync(join(folder, 'so/best_skill.md'), 'utf8'));
    expect(readFileSync(join(folder, 'ws/backups', report.run, 'SKILL.md'), 'utf8')).toBe(before);
    const again = await runPawl(['adopt', report.run, ...workspace, '--force', '--json']);
    expect(JSON.parse(again.out)).toHaveProperty('unshown');
    expect(JSON.parse(again.out)).toMatchObject({ changed: [] });
  });

  it('takes the answers of init as flags, and refuses a scorer that does not exist', async () => {
    mkdirSync(join(folder, 'told'));
    writeFileSync(join(folder, 'told/own.csv'), 'question,answer\n1 + 1,2\n');
    const dir = ['--dir', join(folder, 'told'), '--skill', 'own.md', '--tasks', 'own.csv'];
    expect((await runPawl(['init', 'skill', ...dir, '--scorer', 'nope'])).err).toContain('there is no scorer nope');
    const written = await runPawl(['init', 'skill', ...dir, '--scorer', 'rubric', '--model', 'ollama:qwen3', '--json']);
    expect(JSON.parse(written.out)).toMatchObject({ files: ['pawl.config.ts'] });
    const text = readFileSync(join(folder, 'told/pawl.config.ts'), 'utf8');
    for (const word of ['own.md', 'own.csv', 'rubric', 'ollama:qwen3']) expect(text).toContain(word);
  });

  it('refuses what it could only ignore', async () => {
    const at = ['--config', join(folder, 'own.config.json'), '--workspace', join(folder, 'refused')];
    const refusal = async (train: unknown, command: readonly string[]): Promise<string> => {
      writeFileSync(join(folder, 'own.config.json'), JSON.stringify({ train }));
      const { code, err } = await runPawl([...command, ...at]);
      expect(code).not.toBe(0);
      return err;
    };
    expect(await refusal({ prompts: { nobody: 'x' } }, ['train'])).toContain('nobody');
    expect(await refusal({ tasks: 'teach:PARITY@1' }, ['train'])).toContain('cli/no-model');
    expect(await refusal({ tasks: 'teach:PARITY@1', target: 'simulated' }, ['train'])).toContain('cli/not-simulated');
    expect(await refusal({ agent: { agent: 'codex' }, tasks: 'tasks.jsonl' }, ['train'])).toContain('cli/no-optimizer');
    expect(await refusal({ target: 'simulated' }, ['eval', join(folder, 'nowhere.md')])).toContain('cli/cannot-read');
  });

  it('describes every key of its section in the config file', async () => {
    const { out } = await runPawl(['train', '--help']);
    for (const key of Object.keys(TrainConfig.shape)) expect(out).toMatch(new RegExp(`^  ${key} +\\S`, 'm'));
  });

  it('estimates without spending, and refuses foreign keys of SkillOpt by name', async () => {
    const workspace = ['--workspace', join(folder, 'dry')];
    const file = join(folder, 'skillopt.yaml');
    writeFileSync(file, 'train:\n  batch_size: 20\n  num_epochs: 2\nevaluation:\n  use_gate: true\n');
    const dry = await runPawl(['train', '--from-skillopt', file, '--dry-run', '--json', ...workspace]);
    expect(JSON.parse(dry.out)).toMatchObject({ dryRun: true, steps: 8, rollouts: { low: expect.any(Number) } });
    writeFileSync(file, 'env:\n  max_turns: 3\n');
    const refused = await runPawl(['train', '--from-skillopt', file, '--dry-run', ...workspace]);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain('defineEnvironment');
  });
});
