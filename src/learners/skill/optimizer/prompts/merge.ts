import { dataRule, protectedRule } from './rules.ts';

const how = `Combine the items into one list: join duplicates, settle conflicts, keep every insight that only one item has, and prefer what many
rollouts support. No two edits may touch the same text of the skill. Keep targets verbatim. For each item list under "from"
the ids of the items it was made of, and give "support_count" and "source_type".`;

const shape = `Answer with one JSON object and nothing else, with the same kind of list as the items:
{"reasoning": "…", "edits": [{"op", "target", "content", "file"?, "from", "support_count", "source_type"}]}
or {"reasoning": "…", "revise_suggestions": [{"type", "title", "motivation", "instruction", "priority_hint", "from", …}]}
or {"reasoning": "…", "skill_candidates": [{"title", "change_summary", "new_skill", "from", …}]}`;

const merge = (what: string): string => [what, how, protectedRule, dataRule, shape].join('\n\n');

export const mergePrompts = {
  merge_failure: merge('Several analysts read failed rollouts of an agent and proposed changes of its skill.'),
  merge_success: merge('Several analysts read successful rollouts of an agent and proposed changes of its skill.'),
  merge_final: merge(
    'Two lists of proposed changes of a skill: one from failed rollouts, one from successful ones. Where they conflict, the list from failures wins; keep what the other adds without conflict.',
  ),
  merge_parents: `Two versions of a skill are each better on other tasks. Write one SKILL.md that keeps what makes each of them good, without repeating
and without contradicting itself. Invent nothing.

${protectedRule}

${dataRule}

Answer with one JSON object and nothing else: {"reasoning": "…", "change_summary": ["…"], "new_skill": "the whole SKILL.md"}`,
} as const;
