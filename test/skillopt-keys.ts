/** Keys of SkillOpt's configuration, flat names and YAML names; the prefixed ones are written out by `prefixed`. */
const prefixed = (names: string): string[] =>
  ['', 'optimizer_', 'target_'].flatMap((prefix) => names.split(' ').map((name) => prefix + name));

export const skilloptKeys: readonly string[] = [
  ...'model_backend optimizer_model target_model optimizer_backend target_backend reasoning_effort'.split(' '),
  ...'rewrite_reasoning_effort rewrite_max_completion_tokens codex_trace_to_optimizer'.split(' '),
  ...'codex_exec_path codex_exec_sandbox codex_exec_profile codex_exec_reasoning_effort codex_exec_use_sdk'.split(' '),
  ...'codex_exec_network_access codex_exec_web_search codex_exec_approval_policy codex_exec_full_auto'.split(' '),
  ...'codex_path codex_cli_bin codex_bin sandbox codex_sandbox'.split(' '),
  ...'claude_code_exec_path claude_code_exec_profile claude_code_exec_use_sdk claude_code_exec_effort'.split(' '),
  ...'claude_code_exec_max_thinking_tokens cursor_exec_path cursor_exec_sandbox copilot_exec_path'.split(' '),
  ...'copilot_exec_home copilot_exec_allow_all_tools copilot_chat_optimizer_model'.split(' '),
  ...'copilot_chat_target_model copilot_chat_timeout'.split(' '),
  ...prefixed('azure_openai_endpoint azure_openai_api_version azure_openai_api_key azure_openai_auth_mode'),
  ...prefixed('azure_openai_ad_scope azure_openai_managed_identity_client_id'),
  ...'azure_endpoint azure_api_version azure_api_key'.split(' '),
  ...prefixed('qwen_chat_base_url qwen_chat_api_key qwen_chat_temperature qwen_chat_timeout_seconds'),
  ...prefixed('qwen_chat_max_tokens qwen_chat_enable_thinking'),
  ...'qwen_chat_thinking_mode minimax_region minimax_base_url minimax_api_key minimax_model'.split(' '),
  ...'minimax_temperature minimax_max_tokens minimax_enable_thinking'.split(' '),
  ...'BASE_URL API_KEY MODEL TIMEOUT_SECONDS MAX_TOKENS TEMPERATURE'
    .split(' ')
    .map((name) => `OPENAI_COMPATIBLE_${name}`),
  ...'num_epochs train_size batch_size accumulation seed steps_per_epoch'.split(' '),
  ...'minibatch_size merge_batch_size analyst_workers failure_only max_analyst_rounds'.split(' '),
  ...'learning_rate edit_budget min_learning_rate min_edit_budget lr_scheduler lr_control_mode'.split(' '),
  ...'skill_update_mode meta_learning_rate use_slow_update slow_update_samples'.split(' '),
  ...'slow_update_gate_with_selection longitudinal_pair_policy use_meta_skill'.split(' '),
  ...'use_skill_aware_reflection skill_aware_appendix_source skill_aware_consolidate_threshold'.split(' '),
  ...'use_gate gate_metric gate_mixed_weight use_semantic_density semantic_density_weight leading_words'.split(' '),
  ...'sel_env_num test_env_num eval_test env skill_init split_mode split_ratio split_seed split_dir'.split(' '),
  ...'data_path split_output_dir exec_timeout out_root'.split(' '),
];
