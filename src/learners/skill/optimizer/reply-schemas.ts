import type { Source, UpdateMode } from '../edits/update-item.ts';

/*
 * What models with structured output are asked for, as JSON Schema. Strict: every object names all its fields as required and allows
 * no others, for some providers refuse anything else; what may be missing may be null. Replies are read more
 * generously, by `reply-formats.ts`.
 */

export type JsonSchema = Readonly<Record<string, unknown>>;

const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer' };
const maybeText: JsonSchema = { type: ['string', 'null'] };
const oneOf = (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values });
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

function object(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const edit = {
  op: oneOf('append', 'insert_after', 'replace', 'delete'),
  target: text,
  content: text,
  file: maybeText,
};
const suggestion = {
  type: oneOf('add_rule', 'remove_rule', 'merge_rules', 'reorganize', 'compress', 'clarify'),
  title: text,
  motivation: text,
  instruction: text,
  priority_hint: oneOf('high', 'medium', 'low'),
};
const candidate = { title: text, change_summary: listOf(text), new_skill: text };
const merged = { from: listOf(text), support_count: whole, source_type: oneOf('failure', 'success') };

function payload(mode: UpdateMode, extra: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  switch (mode) {
    case 'patch':
      return { reasoning: text, edits: listOf(object({ ...edit, ...extra })) };
    case 'rewrite_from_suggestions':
      return { reasoning: text, revise_suggestions: listOf(object({ ...suggestion, ...extra })) };
    case 'full_rewrite_minibatch':
      return { reasoning: text, skill_candidates: listOf(object({ ...candidate, ...extra })) };
  }
}

export function analystSchema(source: Source, mode: UpdateMode, takesNotes: boolean): JsonSchema {
  const summary = object({ failure_type: text, count: whole, description: text });
  return object({
    batch_size: whole,
    ...(source === 'failure' ? { failure_summary: listOf(summary) } : { success_patterns: listOf(text) }),
    patch: object(payload(mode, {})),
    ...(takesNotes ? { appendix_notes: listOf(text) } : {}),
  });
}

export function mergeSchema(mode: UpdateMode): JsonSchema {
  return object(payload(mode, merged));
}

export const rankingSchema = object({ reasoning: text, selected_indices: listOf(whole) });
export const budgetSchema = object({ learning_rate: whole, reasoning: text, confidence: text, risk_notes: text });
export const rewriteSchema = object({ reasoning: text, change_summary: listOf(text), new_skill: text });
export const slowUpdateSchema = object({ reasoning: text, slow_update_content: text });
export const metaSkillSchema = object({ reasoning: text, meta_skill_content: text });
export const consolidateSchema = object({ notes: listOf(text) });
export const editRepairSchema = object({ edits: listOf(object({ index: whole, ...edit })) });
