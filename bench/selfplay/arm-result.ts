import { z } from 'zod';

const share = z.number().min(0).max(1);

/** What one arm came to in one world. All shares; null where nothing could be counted. */
export const ArmResult = z.strictObject({
  arm: z.string(),
  seed: z.int(),
  cell: z.string(),
  accuracy: share,
  accuracyAll: share,
  startAccuracy: share,
  judgeCalls: z.int(),
  pairs: z.int(),
  /** Of the pairs trained on, those whose chosen answer is the right one, among those where one is right. */
  labelsTrue: share.nullable(),
  /** Of the questions of judgeable families, those kept; and of those whose answers were partly right. */
  kept: share.nullable(),
  keptOfTelling: share.nullable(),
  /** Of the questions asked in the last third, those of families that cannot be judged. */
  badShare: share,
});
export type ArmResult = z.infer<typeof ArmResult>;
