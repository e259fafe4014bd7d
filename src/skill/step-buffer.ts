import { z } from 'zod';
import { invariant } from '#kernel';
import type { AnalystReport } from './reflect.ts';
import type { ScoredRollout } from './rollout.ts';
import type { UpdateItem } from './update-item.ts';

/** Failures of a step that share a kind, with what the analysts said of that kind. */
export const FailurePattern = z.strictObject({
  pattern: z.string(),
  description: z.string(),
  count: z.int().min(0),
  taskIds: z.array(z.string()),
});
export type FailurePattern = z.infer<typeof FailurePattern>;

/** What later steps should know of a step (`trajectory_digest.json`). Plain JSON, so that it survives a resume. */
export const StepDigest = z.strictObject({
  step: z.int().min(1),
  action: z.string(),
  total: z.int().min(0),
  failed: z.int().min(0),
  failurePatterns: z.array(FailurePattern),
  /** On a reject: the scores and one line per edit. */
  rejected: z.strictObject({ before: z.number(), after: z.number(), edits: z.array(z.string()) }).optional(),
});
export type StepDigest = z.infer<typeof StepDigest>;

/** Groups failed rollouts by the kind before the first `:` of their reason and pairs descriptions by name, not position. */
export function failurePatterns(
  _rollouts: readonly ScoredRollout[],
  _reports: readonly AnalystReport[],
  _failBelow: number,
): readonly FailurePattern[] {
  invariant(false, 'failurePatterns is written');
}

/** One line for an item, such as `replace "old" → "new"`. */
export function describeItem(_item: UpdateItem): string {
  invariant(false, 'describeItem is written');
}

/** The digests as one text for analysts, budget decisions and rewrites; empty for none. */
export function renderStepBuffer(_digests: readonly StepDigest[]): string {
  invariant(false, 'renderStepBuffer is written');
}
