/** Every prompt that can be replaced, by the role that speaks it. */
export const promptRoles = [
  'analyst_failure',
  'analyst_failure_rewrite',
  'analyst_failure_full_rewrite',
  'analyst_success',
  'analyst_success_rewrite',
  'analyst_success_full_rewrite',
  'skill_aware_failure',
  'skill_aware_success',
  'merge_failure',
  'merge_success',
  'merge_final',
  'lr_autonomous',
  'ranking',
  'rewrite',
  'edit_repair',
  'reply_repair',
  'slow_update',
  'meta_skill',
  'appendix_consolidate',
  'merge_parents',
  'coding_agent',
] as const;

export type PromptRole = (typeof promptRoles)[number];

/** Prompts in place of the general ones, by role. Names that are no role are ignored: a world may have more roles. */
export type PromptOverrides = Readonly<Record<string, string>>;
