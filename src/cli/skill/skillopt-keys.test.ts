import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importSkillopt } from './import-skillopt.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-skillopt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const imported = (yaml: string): ReturnType<typeof importSkillopt> => {
  writeFileSync(join(folder, 'x.yaml'), yaml);
  return importSkillopt(join(folder, 'x.yaml'));
};

describe('configs of SkillOpt', () => {
  it('load with base files, both spellings, and the rules of the original where they say nothing', () => {
    writeFileSync(
      join(folder, 'base.yaml'),
      'train:\n  num_epochs: 3\n  batch_size: 10\noptimizer:\n  learning_rate: 6\n',
    );
    expect(
      imported(
        '_base_: base.yaml\nbatch_size: 12\nenv:\n  split_ratio: 2:1:7\nmodel:\n  target_model: gpt-5-mini\n  backend: azure_openai\n',
      ),
    ).toMatchObject({
      epochs: 3,
      batchSize: 12,
      editBudget: 6,
      split: [2, 1, 7],
      target: 'azure:gpt-5-mini',
      gate: { kind: 'strict' },
      slowUpdateGate: 'force',
      search: { draftSteps: 1, votes: 1 },
    });
  });

  it('turn the gate off only for the literal false, and a full rewrite has no edit budget', () => {
    expect(imported('use_gate: false\n').gate).toEqual({ kind: 'off' });
    expect(imported('use_gate: 0\n').gate).toEqual({ kind: 'strict' });
    expect(imported('skill_update_mode: full_rewrite\n')).toMatchObject({
      updateMode: 'full_rewrite_minibatch',
      editBudgetControl: 'none',
    });
    expect(imported('longitudinal_pair_policy: 10_01\n').pairPolicy).toBe('changed');
    expect(imported('slow_update_gate_with_selection: true\n').slowUpdateGate).toBe('measure');
  });

  it('are refused where a key has no counterpart, with what to use in its place', () => {
    expect(() => imported('env:\n  workers: 4\n')).toThrow(/use concurrency/);
    expect(() => imported('max_tokens_per_night: 4\n')).toThrow(/limits.tokens/);
    expect(() => imported('merge_batch_size: 1\n')).toThrow(/mergeBatchSize/);
    expect(() => imported('use_semantic_density: true\n')).toThrow(/gamed/);
    expect(() => imported('nonsense: 1\n')).toThrow(/no key of the trainer/);
  });
});
