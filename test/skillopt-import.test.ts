import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { importSkillopt, type ImportedSkillopt } from '../src/app/cli/skill/skillopt/import-skillopt.ts';
import { startModelServer } from '#world/models/loopback';
import { runPawl } from './run-pawl.ts';
import { skilloptKeys } from './skillopt-keys.ts';

const folder = mkdtempSync(join(tmpdir(), 'pawl-skillopt-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Yaml = Readonly<Record<string, unknown>>;

function imported(yaml: Yaml, env: Readonly<Record<string, string>> = {}): ImportedSkillopt {
  const file = join(folder, 'x.yaml');
  writeFileSync(file, stringify(yaml));
  return importSkillopt(file, env);
}

/** Where a key means something. */
const models = { optimizer_model: 'o', target_model: 't' };
const qwen = { ...models, optimizer_backend: 'qwen_chat', target_backend: 'qwen_chat' };
const minimax = { ...models, optimizer_backend: 'minimax_chat', target_backend: 'minimax_chat' };
const codex = { ...models, target_backend: 'codex_exec' };
const claudeCode = { ...models, target_backend: 'claude_code_exec' };

/** A key, a value that is not its default, where it means something, and what of the import it must become. */
type Use = readonly [key: string, value: unknown, beside: Yaml, becomes: unknown];

const config = (key: string, value: unknown, becomes: unknown, beside: Yaml = {}): Use => [
  key,
  value,
  beside,
  { config: becomes },
];
const role = (name: 'optimizer' | 'target', becomes: unknown): unknown => ({ config: { [name]: becomes } });
const both = (becomes: unknown): unknown => ({ config: { optimizer: becomes, target: becomes } });

/** A key of each prefix: the plain one reaches both roles, the others their own. */
const perRole = (key: string, value: unknown, beside: Yaml, becomes: unknown): readonly Use[] => [
  [key, value, beside, both(becomes)],
  [`optimizer_${key}`, value, beside, role('optimizer', becomes)],
  [`target_${key}`, value, beside, role('target', becomes)],
];
const secret = (key: string, beside: Yaml): readonly Use[] => [
  [key, 'hush', beside, { secrets: { SKILLOPT_OPTIMIZER_KEY: 'hush', SKILLOPT_TARGET_KEY: 'hush' } }],
  [`optimizer_${key}`, 'hush', beside, { secrets: { SKILLOPT_OPTIMIZER_KEY: 'hush' } }],
  [`target_${key}`, 'hush', beside, { secrets: { SKILLOPT_TARGET_KEY: 'hush' } }],
];
const url = 'https://models.example/v1';
const byKey = { ...models, azure_openai_api_key: 'hush' };
const agent = (key: string, value: unknown, beside: Yaml, becomes: unknown): Use => [
  key,
  value,
  beside,
  { config: { agent: becomes } },
];

const used: readonly Use[] = [
  ['model_backend', 'claude', models, both({ model: expect.stringMatching(/^anthropic:/) })],
  ['optimizer_model', 'gpt', {}, role('optimizer', { model: 'azure:gpt' })],
  ['target_model', 'gpt', {}, role('target', { model: 'azure:gpt' })],
  ['optimizer_backend', 'qwen_chat', models, role('optimizer', { model: 'qwen:o' })],
  ['target_backend', 'codex_exec', models, { config: { agent: { agent: 'codex', model: 't', timeoutSeconds: 120 } } }],
  ['reasoning_effort', 'low', models, { config: { reasoningEffort: 'low', target: { reasoningEffort: 'low' } } }],
  config('rewrite_reasoning_effort', 'high', { rewriteReasoningEffort: 'high' }),
  config('rewrite_max_completion_tokens', 99, { rewriteMaxTokens: 99 }),
  config('codex_trace_to_optimizer', false, { showsTranscripts: false }, codex),

  ...['codex_exec_path', 'codex_path', 'codex_cli_bin', 'codex_bin'].map((key) =>
    agent(key, '/opt/codex', codex, { program: '/opt/codex' }),
  ),
  ...['codex_exec_sandbox', 'codex_sandbox', 'sandbox'].map((key) =>
    agent(key, 'read-only', codex, { extra: ['-s', 'read-only'] }),
  ),
  agent('codex_exec_profile', 'p', codex, { extra: ['--profile', 'p'], variables: ['CODEX_HOME'] }),
  agent('codex_exec_reasoning_effort', 'high', codex, { extra: ['-c', 'model_reasoning_effort="high"'] }),
  agent('codex_exec_network_access', true, codex, { mayUseNetwork: true }),
  agent('codex_exec_web_search', true, codex, { extra: ['-c', 'tools.web_search=true'] }),
  agent('codex_exec_approval_policy', 'on-request', codex, { extra: ['-c', 'approval_policy="on-request"'] }),
  agent('claude_code_exec_path', '/opt/claude', claudeCode, { program: '/opt/claude' }),
  agent('claude_code_exec_profile', 'p', claudeCode, {
    extra: expect.arrayContaining(['--append-system-prompt', 'Profile: p']),
  }),
  agent('claude_code_exec_effort', 'high', claudeCode, { extra: expect.arrayContaining(['--effort', 'high']) }),
  agent('claude_code_exec_max_thinking_tokens', 99, claudeCode, {
    extra: expect.arrayContaining(['{"env":{"MAX_THINKING_TOKENS":"99"}}']),
  }),

  ...perRole('azure_openai_endpoint', url, models, { baseUrl: url }),
  ...perRole('azure_openai_api_version', '2025-01-01', models, { apiVersion: '2025-01-01' }),
  ...secret('azure_openai_api_key', models),
  ...perRole('azure_openai_auth_mode', 'managed_identity', byKey, { auth: 'managed-identity' }),
  ...perRole('azure_openai_ad_scope', 'https://x/.default', models, { identityScope: 'https://x/.default' }),
  ...perRole('azure_openai_managed_identity_client_id', 'c', models, { identityClient: 'c' }),
  ['azure_endpoint', url, models, both({ baseUrl: url })],
  ['azure_api_version', '2025-01-01', models, both({ apiVersion: '2025-01-01' })],
  ['azure_api_key', 'hush', models, both({ auth: 'key' })],

  ...perRole('qwen_chat_base_url', url, qwen, { baseUrl: url }),
  ...secret('qwen_chat_api_key', qwen),
  ...perRole('qwen_chat_temperature', 0.1, qwen, { temperature: 0.1 }),
  ...perRole('qwen_chat_timeout_seconds', 9, qwen, { timeoutSeconds: 9 }),
  ['qwen_chat_max_tokens', 99, qwen, { config: { optimizer: { maxTokens: 99 }, maxTokens: 99 } }],
  ['optimizer_qwen_chat_max_tokens', 99, qwen, { config: { optimizer: { maxTokens: 99 }, maxTokens: 8000 } }],
  ['target_qwen_chat_max_tokens', 99, qwen, { config: { optimizer: { maxTokens: 8000 }, maxTokens: 99 } }],
  ...perRole('qwen_chat_enable_thinking', true, qwen, {
    providerOptions: { qwen: { chat_template_kwargs: { enable_thinking: true } } },
  }),

  ['minimax_base_url', url, minimax, both({ baseUrl: url })],
  ['minimax_api_key', 'hush', minimax, { secrets: { SKILLOPT_OPTIMIZER_KEY: 'hush', SKILLOPT_TARGET_KEY: 'hush' } }],
  ['minimax_model', 'M3', minimax, { config: { optimizer: { model: 'minimax:o' }, target: { model: 'minimax:M3' } } }],
  ['minimax_temperature', 0.1, minimax, both({ temperature: 0.1 })],
  ['minimax_max_tokens', 99, minimax, { config: { optimizer: { maxTokens: 99 }, maxTokens: 99 } }],
  [
    'minimax_enable_thinking',
    true,
    minimax,
    both({ providerOptions: { minimax: { thinking: { type: 'adaptive' } } } }),
  ],

  config('num_epochs', 9, { epochs: 9 }),
  ['train_size', 9, {}, { trainSize: 9 }],
  config('batch_size', 9, { batchSize: 9 }),
  config('accumulation', 9, { accumulation: 9 }),
  ['seed', 9, {}, { seed: 9 }],
  config('minibatch_size', 9, { minibatchSize: 9 }),
  config('merge_batch_size', 9, { mergeBatchSize: 9 }),
  config('analyst_workers', 9, { analystWorkers: 9 }),
  config('failure_only', true, { failureOnly: true }),
  config('learning_rate', 9, { editBudget: 9 }),
  config('edit_budget', 9, { editBudget: 9 }),
  config('min_learning_rate', 1, { minEditBudget: 1 }),
  config('min_edit_budget', 1, { minEditBudget: 1 }),
  config('lr_scheduler', 'Linear', { editBudgetRule: 'linear' }),
  config('lr_control_mode', 'auto', { editBudgetControl: 'autonomous' }),
  config('skill_update_mode', 'rewrite', { updateMode: 'rewrite_from_suggestions' }),
  config('use_slow_update', false, { slowUpdate: false }),
  config('slow_update_samples', 9, { slowUpdateSamples: 9 }),
  config('slow_update_gate_with_selection', true, { slowUpdateGate: 'measure' }),
  config('longitudinal_pair_policy', 'delta', { pairPolicy: 'changed' }),
  config('use_meta_skill', false, { metaSkill: false }),
  config('use_skill_aware_reflection', true, { skillAware: true }),
  config('skill_aware_appendix_source', 'failure_only', { appendixSource: 'failure_only' }),
  config('skill_aware_consolidate_threshold', 9, { consolidateAbove: 9 }),
  config('use_gate', false, { gate: { kind: 'off' } }),
  config('gate_metric', 'Soft', { gateMetric: 'soft' }),
  config('gate_mixed_weight', 0.25, { mixedWeight: 0.25 }),
  config('sel_env_num', 9, { validationTasks: 9 }),
  config('test_env_num', 9, { testTasks: 9 }),
  config('eval_test', false, { testAtEnd: false }),
  config('env', 'docvqa', { scorer: { kind: 'anls' } }),
  config('skill_init', 'a.md', { skill: 'a.md' }),
  config('split_mode', 'ratio', { tasks: 'all.json' }, { split_dir: 'dir', data_path: 'all.json' }),
  config('split_ratio', '4:3:3', { split: [4, 3, 3] }),
  config('split_seed', 9, { splitSeed: 9 }),
  config('split_dir', 'dir', { tasks: 'dir' }),
  config('data_path', 'all.json', { tasks: 'all.json' }),
  config('exec_timeout', 9, { agent: { timeoutSeconds: 9 } }, codex),
  ['out_root', 'out', {}, { artefacts: 'out' }],
];

const noted = [
  ...'codex_exec_use_sdk codex_exec_full_auto claude_code_exec_use_sdk steps_per_epoch'.split(' '),
  ...'max_analyst_rounds meta_learning_rate split_output_dir'.split(' '),
];

/** Later additions alone. */
const refused = [
  ...'cursor_exec_path cursor_exec_sandbox copilot_exec_path copilot_exec_home'.split(' '),
  ...'copilot_exec_allow_all_tools copilot_chat_optimizer_model copilot_chat_target_model'.split(' '),
  ...'copilot_chat_timeout qwen_chat_thinking_mode minimax_region use_semantic_density'.split(' '),
  ...'semantic_density_weight leading_words'.split(' '),
];

const variables = skilloptKeys.filter((key) => key.startsWith('OPENAI_COMPATIBLE_'));

describe('keys of SkillOpt', () => {
  it('are each used, noted, refused or read from the environment', () => {
    const told = [...used.map(([key]) => key), ...noted, ...refused, ...variables];
    expect(told.toSorted()).toEqual([...skilloptKeys].toSorted());
  });

  it.each(used)('%s is used', (key, value, beside, becomes) => {
    const without = imported(beside);
    const result = imported({ ...beside, [key]: value });
    expect(result).toMatchObject(becomes as object);
    expect(without).not.toMatchObject(becomes as object);
    expect(result.notes.filter((note) => note.includes(key))).toEqual([]);
    expect(JSON.stringify(result.config)).not.toContain('hush');
  });

  it.each(noted)('%s changes nothing, and the run says why', (key) => {
    const { notes, ...rest } = imported({ [key]: 7 });
    expect(notes).toEqual([expect.stringMatching(new RegExp(`^${key} changes nothing: .`))]);
    const { notes: _none, ...without } = imported({});
    expect(rest).toEqual(without);
  });

  it.each(refused)('%s is refused with the name of what replaces it', (key) => {
    expect(() => imported({ [key]: true })).toThrow(new RegExp(`${key}.*(use |rubric judge)`));
  });

  it('of a server that the environment names are read from there', () => {
    const env = Object.fromEntries(variables.map((name, i) => [name, String(i)]));
    const compatible = { model_backend: 'openai_compatible' };
    const { config: found } = imported(compatible, {
      ...env,
      OPENAI_COMPATIBLE_BASE_URL: url,
      OPENAI_COMPATIBLE_TEMPERATURE: '0.25',
      OPTIMIZER_OPENAI_COMPATIBLE_MODEL: 'own',
    });
    expect(found).toMatchObject({
      optimizer: { model: 'compatible:own', baseUrl: url, timeoutSeconds: 3, maxTokens: 4, temperature: 0.25 },
      target: { model: 'compatible:2', baseUrl: url, timeoutSeconds: 3, temperature: 0.25 },
      maxTokens: 4,
    });
    for (const key of variables) expect(() => imported({ [key]: 1 })).toThrow(`${key} is not taken over`);
  });

  it('that belong to a backend or mode that no role has are noted', () => {
    expect(imported({ qwen_chat_base_url: url, split_mode: 'ratio', split_dir: 'dir' }).notes).toEqual([
      'no role has the backend or the mode that these keys belong to: qwen_chat_base_url, split_dir',
    ]);
  });
});

describe('pawl train --from-skillopt', () => {
  const answers = Array.from({ length: 10 }, (_, i) => ({ id: `t${i}`, text: `Say ${i}.`, answer: `${i}` }));
  const file = join(folder, 'run.yaml');
  const data = join(folder, 'all.json');
  const run = async (yaml: Yaml, ...more: readonly string[]): ReturnType<typeof runPawl> => {
    writeFileSync(data, JSON.stringify(answers));
    writeFileSync(file, stringify({ num_epochs: 1, data_path: data, split_ratio: '4:3:3', ...yaml }));
    const workspace = ['--workspace', join(folder, 'ws')];
    return await runPawl(['train', '--from-skillopt', file, '--json', ...more, ...workspace]);
  };

  it('compares train_size with the tasks, which are split as the file says', async () => {
    writeFileSync(join(folder, 'start.md'), 'Begin here.');
    const start = { skill_init: join(folder, 'start.md') };
    const there = { ...models, ...start, azure_endpoint: url, azure_api_key: 'hush-hush' };
    expect((await run({ ...there, train_size: 4 }, '--dry-run')).err).toBe('');
    const { code, err } = await run({ ...there, train_size: 5 }, '--dry-run');
    expect(code).not.toBe(0);
    expect(err).toContain('train_size is 5, but there are 4 training tasks');
  });

  it('trains with the skill, the seed and the key of the file, keeps the key to itself, and writes to out_root', async () => {
    const server = await startModelServer(() => ({ kind: 'answer', text: '{"reasoning":"","edits":[]}' }));
    try {
      writeFileSync(join(folder, 'start.md'), 'Begin here.');
      const out = join(folder, 'out');
      const said = await run({
        ...models,
        azure_openai_endpoint: `${server.address}/v1`,
        azure_openai_auth_mode: 'openai_compatible',
        azure_openai_api_key: 'hush-hush',
        skill_init: join(folder, 'start.md'),
        out_root: out,
        use_slow_update: false,
        max_analyst_rounds: 2,
      });
      expect(said.err).toContain('max_analyst_rounds changes nothing');
      expect(said.code).toBe(0);
      expect(server.received[0]!.headers['authorization']).toBe('Bearer hush-hush');
      expect(server.received[0]!.body).toMatchObject({ model: 't' });
      expect(readFileSync(join(out, 'skills/skill_v0000.md'), 'utf8')).toBe('Begin here.');
      const runs = await runPawl(['runs', 'list', '--json', '--workspace', join(folder, 'ws')]);
      expect(JSON.parse(runs.out.trim().split('\n').at(-1)!)).toMatchObject({ seed: 42 });
      const written = [join(folder, 'ws'), out].flatMap((place) =>
        readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
      );
      const leaks = written.filter(({ parentPath, name }) =>
        readFileSync(join(parentPath, name)).includes('hush-hush'),
      );
      expect(leaks).toEqual([]);
      expect(written.length).toBeGreaterThan(3);
    } finally {
      await server.close();
    }
  });
});
