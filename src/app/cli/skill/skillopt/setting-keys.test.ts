import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { importSkillopt, requireAdapter } from './import-skillopt.ts';
import type { TrainConfig } from '../train-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-skillopt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const imported = (yaml: string): TrainConfig => {
  writeFileSync(join(folder, 'x.yaml'), yaml);
  return importSkillopt(join(folder, 'x.yaml'), {}).config;
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
      target: { model: 'azure:gpt-5-mini', auth: 'identity' },
      failBelow: 1e-9,
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

  it('fill roles that say nothing, or the shipped openai_chat, from the label of the backend', () => {
    const models = (yaml: string): unknown[] => {
      const { optimizer, target } = imported(`optimizer_model: o\ntarget_model: qwen3:8b\n${yaml}`);
      return [optimizer, target].map((model) => (typeof model === 'object' ? model.model : model));
    };
    expect(models('')).toEqual(['azure:o', 'azure:qwen3:8b']);
    expect(models('backend: claude\noptimizer_backend: openai_chat\n')).toEqual(['anthropic:o', 'anthropic:qwen3:8b']);
    expect(models('backend: qwen\n')).toEqual(['azure:o', 'qwen:qwen3:8b']);
    expect(models('backend: codex\n')).toEqual(['azure:o', 'openai:qwen3:8b']);
    expect(models('optimizer_backend: qwen_chat\n')).toEqual(['qwen:o', 'azure:qwen3:8b']);
    expect(models('optimizer: ollama:x\n')).toEqual(['azure:o', 'azure:qwen3:8b']);
    expect(() => models('optimizer_backend: codex_exec\n')).toThrow(/optimizer_backend/);
    expect(() => models('target_backend: cursor_exec\n')).toThrow(/agent: "command"/);
    expect(() => models('model_backend: nonsense\n')).toThrow(/model_backend: nonsense/);
  });

  it('are refused where a key has no counterpart, with what to use in its place', () => {
    expect(() => imported('env:\n  max_api_workers: 4\n')).toThrow(/use concurrency/);
    expect(() => imported('max_tokens_per_night: 4\n')).toThrow(/limits.tokens/);
    expect(() => imported('merge_batch_size: 1\n')).toThrow(/mergeBatchSize/);
    expect(() => imported('use_semantic_density: true\n')).toThrow(/gamed/);
    expect(() => imported('nonsense: 1\n')).toThrow(/no key of the trainer/);
    expect(() => imported('split_mode: fold\n')).toThrow(/split_mode/);
    expect(() => imported('split_mode: split_dir\ndata_path: x\n')).toThrow(/split_dir needs/);
    expect(() => imported('env: sealqa\n')).toThrow(/defineEnvironment/);
    expect(() => imported('env:\n  name: alfworld\n  max_steps: 50\n')).toThrow(/max_steps is not taken over/);
    expect(() => imported('lr_control_mode: warm\n')).toThrow(/lr_control_mode/);
    expect(imported('lr_control_mode: No_LR\n').editBudgetControl).toBe('none');
  });

  it('of an environment that is a program of its own are taken over, and an adapter has to bring it', () => {
    const file = join(folder, 'adapted.yaml');
    writeFileSync(file, 'env:\n  name: ALFWorld\n  split_dir: games\ntrain:\n  batch_size: 12\n');
    const read = importSkillopt(file, {});
    expect(read).toMatchObject({ adapted: 'alfworld', config: { batchSize: 12, tasks: 'games' } });
    const refusal = { code: 'cli/skillopt-key', hint: expect.stringContaining('defineEnvironment') };
    expect(() => requireAdapter(read, 'games')).toThrow(expect.objectContaining(refusal));
    const world = {
      name: 'games',
      isSimulated: false,
      fingerprint: 1,
      tasks: () => [],
      rollout: () => Promise.reject(new Error('never')),
    };
    expect(() => requireAdapter(read, world)).not.toThrow();
  });
});
