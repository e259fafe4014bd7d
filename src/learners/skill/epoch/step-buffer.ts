import { z } from 'zod';
import { oneLine } from '../document/fence.ts';
import { FailurePattern } from '../optimizer/failure-patterns.ts';

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

/** The digests as one text for analysts, budget decisions and rewrites; empty for none. */
export function renderStepBuffer(digests: readonly StepDigest[]): string {
  if (digests.length === 0) return '';
  return [
    'What earlier steps of this epoch showed. Do not propose again what was rejected.',
    ...digests.map(renderDigest),
  ].join('\n\n');
}

function renderDigest({ step, action, total, failed, failurePatterns, rejected }: StepDigest): string {
  const patterns = failurePatterns.map(({ pattern, count, description, taskIds }) => {
    const what = description === '' ? '' : `: ${oneLine(description)}`;
    return `- ${oneLine(pattern, 80)} (${count})${what} [${oneLine(taskIds.join(', '), 200)}]`;
  });
  const change =
    rejected === undefined ? [] : [`Rejected, ${rejected.before.toFixed(3)} → ${rejected.after.toFixed(3)}:`];
  const edits = (rejected?.edits ?? []).map((edit) => `- ${oneLine(edit, 400)}`);
  return [`Step ${step}: ${action.toUpperCase()}, ${failed} of ${total} failed`, ...patterns, ...change, ...edits].join(
    '\n',
  );
}
