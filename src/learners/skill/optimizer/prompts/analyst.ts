import { dataRule, protectedRule } from './rules.ts';

const read = `Read every rollout before you write. Look for causes that several rollouts share; one bad rollout is noise.
Name each kind of failure in a few words.`;

const general = `Write rules that would help on tasks not seen here: say what to do and when. Never write down an answer, a task id or
any value that belongs to one task. Do not repeat what the skill already says; if a rule exists but is unclear or
incomplete, replace it rather than add another. Short, concrete, imperative.`;

const edits = `"edits": [{"op": "append | insert_after | replace | delete", "target": "text of the skill, verbatim and occurring once; empty for append", "content": "new text; empty for delete", "file": "path, only if not SKILL.md"}]`;
const suggestions = `"revise_suggestions": [{"type": "add_rule | remove_rule | merge_rules | reorganize | compress | clarify", "title": "…", "motivation": "…", "instruction": "…", "priority_hint": "high | medium | low"}]`;
const candidates = `"skill_candidates": [{"title": "…", "change_summary": ["…"], "new_skill": "the whole new SKILL.md"}]`;

const failureShape = (payload: string): string => `Answer with one JSON object and nothing else:
{"batch_size": <rollouts read>, "failure_summary": [{"failure_type": "…", "count": <n>, "description": "…"}], "patch": {"reasoning": "…", ${payload}}}`;
const successShape = (payload: string): string => `Answer with one JSON object and nothing else:
{"batch_size": <rollouts read>, "success_patterns": ["…"], "patch": {"reasoning": "…", ${payload}}}`;

const failure = (task: string, payload: string): string =>
  [
    `You improve the skill of an agent: a document that tells it how to work. You are shown the skill and rollouts that failed with it.`,
    read,
    task,
    general,
    protectedRule,
    dataRule,
    failureShape(payload),
  ].join('\n\n');

const success = (task: string, payload: string): string =>
  [
    `You improve the skill of an agent: a document that tells it how to work. You are shown the skill and rollouts that succeeded with it.`,
    `Look for ways of working that several rollouts share and that the skill does not contain yet. Prefer to strengthen a section that exists. Propose nothing if there is nothing new.`,
    task,
    general,
    protectedRule,
    dataRule,
    successShape(payload),
  ].join('\n\n');

const byEdits = 'Propose edits of the skill, the most useful first, no more than the budget allows.';
const bySuggestions =
  'Propose suggestions for a rewrite of the skill, the most useful first, no more than the budget allows.';
const byRewrite = 'Write the whole improved SKILL.md: exactly one candidate. Keep every rule that still helps.';

/** Failure and success analysts, in the three modes; and what skill-aware reflection adds to them. */
export const analystPrompts = {
  analyst_failure: failure(byEdits, edits),
  analyst_failure_rewrite: failure(bySuggestions, suggestions),
  analyst_failure_full_rewrite: failure(byRewrite, candidates),
  analyst_success: success(byEdits, edits),
  analyst_success_rewrite: success(bySuggestions, suggestions),
  analyst_success_full_rewrite: success(byRewrite, candidates),
  skill_aware_failure: `Label each kind of failure: SKILL_DEFECT (the skill is wrong, unclear or silent: propose a change) or EXECUTION_LAPSE
(a correct rule is there and was not followed: propose no change, but add one short reminder to the top-level list
"appendix_notes": ["…"]). When unsure, it is a lapse.`,
  skill_aware_success: `Label each pattern DISCOVERY (new: propose a change) or OPTIMIZATION (a better way to do what the skill says).
You may add short reminders to the top-level list "appendix_notes": ["…"].`,
} as const;
