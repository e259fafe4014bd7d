import { analystPrompts } from './analyst.ts';
import { epochPrompts } from './epoch.ts';
import { mergePrompts } from './merge.ts';
import type { PromptOverrides, PromptRole } from './prompt.ts';
import { repairPrompts } from './repair.ts';
import { rewritePrompts } from './rewrite.ts';
import { selectPrompts } from './select.ts';

const general: Readonly<Record<PromptRole, string>> = {
  ...analystPrompts,
  ...mergePrompts,
  ...selectPrompts,
  ...rewritePrompts,
  ...repairPrompts,
  ...epochPrompts,
};

/** What a role is told: the override if there is one, else the general prompt. */
export function promptText(role: PromptRole, overrides: PromptOverrides = {}): string {
  return Object.hasOwn(overrides, role) ? overrides[role]! : general[role];
}
