import { z } from 'zod';

/** How a candidate is made: bounded edits, one rewrite from suggestions, or whole rewrites by the analysts. */
export const UpdateMode = z.enum(['patch', 'rewrite_from_suggestions', 'full_rewrite_minibatch']);
export type UpdateMode = z.infer<typeof UpdateMode>;

/** Whether failures or successes gave the idea. */
export const Source = z.enum(['failure', 'success']);
export type Source = z.infer<typeof Source>;

/** Where an update item comes from: data, so that a rule of the final skill can name its causes. */
export const Origin = z.strictObject({
  /** Distinct within a step, such as `f0.1`; merged items list theirs in `from`. */
  id: z.string(),
  source: Source,
  /** How many rollouts support it: size of the minibatches behind it. */
  support: z.int().min(1),
  /** Ids of the tasks whose rollouts caused it. */
  causes: z.array(z.string()),
  /** Ids of the analysts' items it was merged from, over all levels. */
  from: z.array(z.string()).optional(),
  /** The level of the hierarchical merge that wrote it. */
  level: z.int().min(1).optional(),
});
export type Origin = z.infer<typeof Origin>;

/** One bounded change of one file of a skill. */
export const Edit = z.strictObject({
  /** append, insert_after, replace or delete; others are reported as unknown. */
  op: z.string(),
  content: z.string(),
  /** Text to find, verbatim; empty for append. */
  target: z.string(),
  /** Which file; absent means SKILL.md. */
  file: z.string().optional(),
});
export type Edit = z.infer<typeof Edit>;

/** What a rewrite should do. */
const Suggestion = z.strictObject({
  type: z.string(),
  title: z.string(),
  motivation: z.string(),
  instruction: z.string(),
  priority: z.enum(['high', 'medium', 'low']),
});

/** A whole new SKILL.md. */
export const Rewrite = z.strictObject({ title: z.string(), changes: z.array(z.string()), text: z.string() });
export type Rewrite = z.infer<typeof Rewrite>;

/** What analysts propose, merges combine, selection ranks and the update carries out. */
export const UpdateItem = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('edit'), origin: Origin, edit: Edit }),
  z.strictObject({ kind: z.literal('suggestion'), origin: Origin, suggestion: Suggestion }),
  z.strictObject({ kind: z.literal('rewrite'), origin: Origin, rewrite: Rewrite }),
]);
export type UpdateItem = z.infer<typeof UpdateItem>;

/** Update items with the reasoning behind them; what aggregate makes and select cuts. */
export const Proposal = z.strictObject({ reasoning: z.string(), items: z.array(UpdateItem) });
export type Proposal = z.infer<typeof Proposal>;
