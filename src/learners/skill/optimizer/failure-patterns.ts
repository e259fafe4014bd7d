import { z } from 'zod';
import { isFailure } from './minibatches.ts';
import type { AnalystReport, FailureType } from './reflect.ts';
import type { ScoredRollout } from './rollout.ts';
import { jaccard, wordsOf } from '../rule-similarity/words.ts';

/** Failures of a step that share a kind, with what the analysts said of that kind. */
export const FailurePattern = z.strictObject({
  pattern: z.string(),
  description: z.string(),
  count: z.int().min(0),
  taskIds: z.array(z.string()),
});
export type FailurePattern = z.infer<typeof FailurePattern>;

const UNNAMED = 'unknown';

/**
 * Groups failed rollouts by the kind before the first `:` of their reason. A description belongs to the kind whose name
 * its own type is most like, or else to the group whose tasks its analyst read most; where scorers know only one kind, all the
 * analysts' types are kept in its description. (The original paired both lists by position.)
 */
export function failurePatterns(
  rollouts: readonly ScoredRollout[],
  reports: readonly AnalystReport[],
  failBelow: number,
): readonly FailurePattern[] {
  const groups = new Map<string, string[]>();
  for (const rollout of rollouts.filter((each) => isFailure(each, failBelow))) {
    const kind = rollout.outcome.score.why?.split(':')[0]?.trim();
    const pattern = kind === undefined || kind === '' ? UNNAMED : kind;
    groups.set(pattern, [...(groups.get(pattern) ?? []), rollout.task.id]);
  }
  const described = new Map<string, string[]>();
  for (const { failureTypes, taskIds } of reports) {
    for (const type of failureTypes) {
      const pattern = belongsTo(type, taskIds, groups);
      const text = `${type.type}: ${type.description}`;
      if (pattern !== undefined) described.set(pattern, [...new Set([...(described.get(pattern) ?? []), text])]);
    }
  }
  return [...groups].map(([pattern, taskIds]) => ({
    pattern,
    description: (described.get(pattern) ?? []).join('; '),
    count: taskIds.length,
    taskIds,
  }));
}

function belongsTo(
  { type, description }: FailureType,
  read: readonly string[],
  groups: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  let best: string | undefined;
  let bestScore = 0;
  for (const [pattern, taskIds] of groups) {
    const shared = taskIds.filter((id) => read.includes(id)).length;
    const byName = jaccard(wordsOf(pattern), wordsOf(type));
    const inText = jaccard(
      wordsOf(pattern),
      wordsOf(description).filter((word) => wordsOf(pattern).includes(word)),
    );
    // A likeness of names outweighs any overlap of tasks.
    const score = 2 * byName + inText + shared / (read.length + 1);
    if (score > bestScore) [best, bestScore] = [pattern, score];
  }
  return best;
}
