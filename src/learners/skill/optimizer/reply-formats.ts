import { z } from 'zod';

/*
 * The JSON that each role of the optimizer answers with. Field names are those of the original, so that replies recorded
 * from it can be read. Unknown fields are ignored; numbers and texts are coerced where models slip.
 */

const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''));
const texts = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string'));
const count = z.coerce.number().int().min(0).catch(0);
const origin = {
  support_count: count,
  source_type: z.enum(['failure', 'success']).optional().catch(undefined),
  /** Ids of the items it was merged from. */
  from: z.array(z.string()).optional().catch(undefined),
};

const EditReply = z.object({
  op: text,
  content: text,
  target: text,
  file: z.string().optional().catch(undefined),
  ...origin,
});
const SuggestionReply = z.object({
  type: text,
  title: text,
  motivation: text,
  instruction: text,
  priority_hint: z.enum(['high', 'medium', 'low']).catch('medium'),
  ...origin,
});
const CandidateReply = z.object({ title: text, change_summary: texts, new_skill: text, ...origin });

/** One payload key by mode: `edits`, `revise_suggestions` or `skill_candidates`. */
export const PayloadReply = z.object({
  reasoning: text,
  edits: z.array(EditReply).optional(),
  revise_suggestions: z.array(SuggestionReply).optional(),
  skill_candidates: z.array(CandidateReply).optional(),
});
export type PayloadReply = z.infer<typeof PayloadReply>;

export const AnalystReply = z.object({
  batch_size: count,
  failure_summary: z
    .array(z.object({ failure_type: text, count, description: text }))
    .optional()
    .catch([]),
  success_patterns: texts.optional(),
  patch: PayloadReply.optional(),
  /** Strings, one string, or objects with `note` or `content`. */
  appendix_notes: z.unknown().optional(),
});
export type AnalystReply = z.infer<typeof AnalystReply>;

export const RankingReply = z.object({ reasoning: text, selected_indices: z.array(z.unknown()) });
export const BudgetReply = z.object({
  learning_rate: z.unknown(),
  reasoning: text,
  confidence: z.unknown().optional(),
  risk_notes: z.unknown().optional(),
});
export const RewriteReply = z.object({ reasoning: text, change_summary: texts, new_skill: text });
export const SlowUpdateReply = z.object({ reasoning: text, slow_update_content: text });
export const MetaSkillReply = z.object({ reasoning: text, meta_skill_content: text });
export const ConsolidateReply = z.object({ notes: z.array(z.string()) });
/** `index` is that of the edit in the request; an edit that is left out is given up. */
export const EditRepairReply = z.object({
  edits: z.array(EditReply.extend({ index: z.coerce.number().int().min(0) })),
});
