import { Fault } from '#kernel';
import { pairPolicyOf, updateModeOf } from '#skill';

type Part = Record<string, unknown>;
type Take = (value: unknown) => Part;

const as =
  (name: string): Take =>
  (value) => ({ [name]: value });
const nothing: Take = () => ({});
const isOn = (value: unknown): boolean => value === true || value === 'true' || value === 'yes' || value === 1;
const flag =
  (name: string): Take =>
  (value) => ({ [name]: isOn(value) });
const providers: Readonly<Record<string, string>> = {
  azure: 'azure',
  azure_openai: 'azure',
  openai_chat: 'openai',
  openai_compatible: 'compatible',
  claude: 'anthropic',
  claude_chat: 'anthropic',
  anthropic: 'anthropic',
  qwen: 'qwen',
  qwen_chat: 'qwen',
  minimax: 'minimax',
  minimax_chat: 'minimax',
};

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function pairPolicy(value: unknown): Part {
  const policy = pairPolicyOf(textOf(value));
  if (policy !== undefined) return { pairPolicy: policy };
  throw new Fault('cli/skillopt-key', `longitudinal_pair_policy: there is no policy ${textOf(value)}`);
}

function ratio(value: unknown): Part {
  const parts = textOf(value).split(':').map(Number);
  if (parts.length === 3 && parts.every((part) => part >= 0)) return { split: parts };
  throw new Fault('cli/skillopt-key', `split_ratio: expected train:val:test, got ${textOf(value)}`);
}

function agentOf(value: unknown): Part {
  const agents: Readonly<Record<string, string>> = {
    codex_exec: 'codex',
    codex: 'codex',
    claude_code_exec: 'claude-code',
  };
  const agent = agents[textOf(value)];
  return agent === undefined ? {} : { agent: { agent } };
}

const codexKeys = [
  'path',
  'sandbox',
  'profile',
  'reasoning_effort',
  'use_sdk',
  'network_access',
  'web_search',
  'approval_policy',
  'full_auto',
];
const claudeKeys = ['path', 'profile', 'use_sdk', 'effort', 'max_thinking_tokens'];
const azureKeys = ['endpoint', 'api_version', 'api_key', 'auth_mode', 'ad_scope', 'managed_identity_client_id'];
const chatKeys = [
  'base_url',
  'api_key',
  'temperature',
  'timeout_seconds',
  'max_tokens',
  'enable_thinking',
  'thinking_mode',
  'region',
  'model',
];

/** Where connection and login are set: here they belong to the model, and keys come from the environment alone. */
function connectionKeys(): Record<string, Take> {
  const names = [
    ...codexKeys.map((key) => `codex_exec_${key}`),
    ...claudeKeys.map((key) => `claude_code_exec_${key}`),
    ...['', 'optimizer_', 'target_'].flatMap((role) => [
      ...azureKeys.map((key) => `${role}azure_openai_${key}`),
      ...chatKeys.flatMap((key) => [`${role}qwen_chat_${key}`, `${role}minimax_${key}`]),
    ]),
    'codex_path',
    'codex_cli_bin',
    'codex_bin',
    'sandbox',
    'codex_sandbox',
    'azure_endpoint',
    'api_version',
    'api_key',
    'cursor_exec_path',
    'cursor_exec_sandbox',
    'copilot_exec_path',
    'copilot_exec_home',
    'copilot_exec_allow_all_tools',
    'copilot_chat_optimizer_model',
    'copilot_chat_target_model',
    'copilot_chat_timeout',
  ];
  return Object.fromEntries(names.map((name) => [name, nothing]));
}

/** Every key that the original's trainer reads, and what it becomes. */
export const skilloptKeys: Readonly<Record<string, Take>> = {
  ...connectionKeys(),
  codex_exec_path: (value) => ({ agent: { agent: 'codex', program: value } }),
  claude_code_exec_path: (value) => ({ agent: { agent: 'claude-code', program: value } }),
  backend: nothing,
  model_backend: nothing,
  optimizer_backend: nothing,
  target_backend: agentOf,
  optimizer: as('optimizer'),
  optimizer_model: as('optimizer'),
  target: as('target'),
  target_model: as('target'),
  reasoning_effort: as('reasoningEffort'),
  rewrite_reasoning_effort: as('rewriteReasoningEffort'),
  rewrite_max_completion_tokens: as('rewriteMaxTokens'),
  codex_trace_to_optimizer: nothing,

  num_epochs: as('epochs'),
  train_size: nothing,
  batch_size: as('batchSize'),
  accumulation: as('accumulation'),
  seed: nothing,
  steps_per_epoch: nothing,

  minibatch_size: as('minibatchSize'),
  merge_batch_size: as('mergeBatchSize'),
  analyst_workers: as('analystWorkers'),
  failure_only: flag('failureOnly'),
  max_analyst_rounds: nothing,

  learning_rate: as('editBudget'),
  edit_budget: as('editBudget'),
  min_learning_rate: as('minEditBudget'),
  min_edit_budget: as('minEditBudget'),
  lr_scheduler: as('editBudgetRule'),
  lr_control_mode: as('editBudgetControl'),
  skill_update_mode: (value) => ({ updateMode: updateModeOf(textOf(value)) ?? 'patch' }),
  meta_learning_rate: nothing,
  use_slow_update: flag('slowUpdate'),
  slow_update_samples: as('slowUpdateSamples'),
  slow_update_gate_with_selection: (value) => ({ slowUpdateGate: isOn(value) ? 'measure' : 'force' }),
  longitudinal_pair_policy: pairPolicy,
  use_meta_skill: flag('metaSkill'),
  use_skill_aware_reflection: flag('skillAware'),
  skill_aware_appendix_source: as('appendixSource'),
  skill_aware_consolidate_threshold: as('consolidateAbove'),

  use_gate: (value) => ({ gate: { kind: value === false ? 'off' : 'strict' } }),
  gate_metric: as('gateMetric'),
  gate_mixed_weight: as('mixedWeight'),
  use_semantic_density: (value) => {
    if (!isOn(value)) return {};
    throw new Fault(
      'cli/skillopt-key',
      'use_semantic_density: a bonus for shouting words can be gamed; score what you want with a rubric judge',
    );
  },
  semantic_density_weight: nothing,
  leading_words: nothing,
  sel_env_num: as('validationTasks'),
  test_env_num: as('testTasks'),
  eval_test: flag('testAtEnd'),

  name: nothing,
  skill_init: as('skill'),
  split_mode: nothing,
  split_ratio: ratio,
  split_seed: as('splitSeed'),
  split_dir: as('tasks'),
  data_path: as('tasks'),
  split_output_dir: nothing,
  exec_timeout: nothing,
  out_root: nothing,
};

/** A model with the provider that its backend names; `provider:model` is left alone. */
export function modelOf(name: unknown, backend: unknown): string {
  const text = textOf(name);
  return text.includes(':') ? text : `${providers[textOf(backend)] ?? 'openai'}:${text}`;
}

/** Keys of the original's environments and of its sleep engine, and what to use in their place. */
export const refusedKeys: Readonly<Record<string, string>> = {
  max_turns: 'an environment of your own (defineEnvironment) decides on its turns',
  max_completion_tokens: 'use maxTokens',
  workers: 'use concurrency',
  max_api_workers: 'use concurrency',
  limit: 'use limit of the config file',
  max_steps: 'an environment of your own (defineEnvironment) decides on its steps',
  data_root: 'use tasks',
  data_dirs: 'use tasks',
  mode: 'write the environment with defineEnvironment',
  image_detail: 'write the environment with defineEnvironment',
  shuffle_choices: 'write the environment with defineEnvironment',
  use_theorem: 'write the environment with defineEnvironment',
  use_sketch: 'write the environment with defineEnvironment',
  max_tool_turns: 'write the environment with defineEnvironment',
  search_mode: 'write the environment with defineEnvironment',
  max_queries_per_turn: 'write the environment with defineEnvironment',
  search_api_url: 'write the environment with defineEnvironment',
  search_auth_env: 'write the environment with defineEnvironment',
  search_provider: 'write the environment with defineEnvironment',
  search_max_num_results: 'write the environment with defineEnvironment',
  search_timeout_seconds: 'write the environment with defineEnvironment',
  use_local_tools: 'write the environment with defineEnvironment',
  transcript_source: 'the sleep engine has no counterpart; give tasks',
  lookback_hours: 'the sleep engine has no counterpart; give tasks',
  max_tasks_per_night: 'use limits',
  max_sessions_per_night: 'use limits',
  max_tokens_per_night: 'use limits.tokens',
  holdout_fraction: 'use split',
  val_fraction: 'use split',
  test_fraction: 'use split',
  gate_mode: 'use gate.kind',
  gate_no_regression: 'use gate: the paired test looks at every task',
  replay_mode: 'the sleep engine has no counterpart',
  dream_rollouts: 'use gate.repeats',
  dream_factor: 'the sleep engine has no counterpart',
  recall_k: 'the sleep engine has no counterpart',
  evolve_memory: 'the sleep engine has no counterpart',
  evolve_skill: 'the sleep engine has no counterpart',
  llm_mine: 'the sleep engine has no counterpart',
  target_skill_path: 'use skill',
  auto_adopt: 'use `pawl adopt RUN`',
  redact_secrets: 'secrets are always masked',
};
