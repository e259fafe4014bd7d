import { Fault } from '#foundation/kernel';
import type { UpdateMode } from './update-item.ts';

const aliases: Readonly<Record<string, UpdateMode>> = {
  patch: 'patch',
  edits: 'patch',
  rewrite: 'rewrite_from_suggestions',
  rewrite_from_suggestions: 'rewrite_from_suggestions',
  suggestions: 'rewrite_from_suggestions',
  rewrite_suggestions: 'rewrite_from_suggestions',
  full_rewrite: 'full_rewrite_minibatch',
  full_rewrite_minibatch: 'full_rewrite_minibatch',
  minibatch_full_rewrite: 'full_rewrite_minibatch',
  skill_rewrite_minibatch: 'full_rewrite_minibatch',
};

/** The mode of a name or alias. The original took any unknown name for `patch`; here it is a fault. */
export function updateModeOf(name: string): UpdateMode {
  const mode = aliases[name.trim().toLowerCase()];
  if (mode === undefined) {
    throw new Fault(
      'skill/bad-setting',
      `skill_update_mode is ${JSON.stringify(name)}; it may be ${Object.keys(aliases).join(', ')}`,
    );
  }
  return mode;
}
