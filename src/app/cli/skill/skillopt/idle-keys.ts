const derived = 'it follows from the tasks, batch_size and accumulation';
const commandLineOnly = 'agents run through their command line alone';

/** Keys that change nothing, here as in the original or because their work is done otherwise; the run says so. */
export const notedKeys: Readonly<Record<string, string>> = {
  max_analyst_rounds: 'the original read it and never used it',
  meta_learning_rate: 'the original never read it',
  meta_edit_budget: 'the original never read it',
  codex_exec_full_auto:
    'the original ignored it; codex_exec_sandbox and codex_exec_approval_policy say what is allowed',
  codex_exec_use_sdk: commandLineOnly,
  claude_code_exec_use_sdk: commandLineOnly,
  steps_per_epoch: derived,
  batches_per_epoch: derived,
  samples_per_epoch: derived,
  split_output_dir: 'a split follows from split_ratio and split_seed and needs no folder of its own',
};

const perRole = (names: readonly string[]): readonly string[] =>
  ['', 'optimizer_', 'target_'].flatMap((role) => names.map((name) => role + name));

/** Keys that only some backends and modes read: known, though this file may have no use for them. */
export const conditionalKeys: ReadonlySet<string> = new Set([
  ...perRole(
    ['endpoint', 'api_version', 'api_key', 'auth_mode', 'ad_scope', 'managed_identity_client_id'].map(
      (name) => `azure_openai_${name}`,
    ),
  ),
  ...'azure_endpoint azure_api_version azure_api_key api_version api_key'.split(' '),
  ...perRole(
    ['base_url', 'api_key', 'temperature', 'timeout_seconds', 'max_tokens', 'enable_thinking'].flatMap((name) => [
      `qwen_chat_${name}`,
      `minimax_${name}`,
    ]),
  ),
  ...perRole(['minimax_model']),
  ...['path', 'sandbox', 'profile', 'reasoning_effort', 'network_access', 'web_search', 'approval_policy'].map(
    (name) => `codex_exec_${name}`,
  ),
  ...'codex_path codex_cli_bin codex_bin sandbox codex_sandbox codex_trace_to_optimizer'.split(' '),
  ...['path', 'profile', 'effort', 'max_thinking_tokens'].map((name) => `claude_code_exec_${name}`),
  ...'split_dir data_path exec_timeout'.split(' '),
]);
