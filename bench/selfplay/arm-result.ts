import { z } from 'zod';

const share = z.number().min(0).max(1);

/** What one arm came to in one world, from one start. All shares; null where nothing could be counted. */
export const ArmResult = z.strictObject({
  arm: z.string(),
  seed: z.int(),
  start: z.int(),
  cell: z.string(),
  accuracy: share,
  accuracyAll: share,
  startAccuracy: share,
  judgeCalls: z.int(),
  modelCalls: z.int(),
  pairs: z.int(),
  /** Of the pairs trained on, those whose chosen answer is the right one, among those where one is right. */
  labelsTrue: share.nullable(),
  /** Of the questions judged, those of kinds that can be judged: in the first third of the iterations and in the last. */
  judgeable: z.strictObject({ early: share, late: share }),
  /** The same of what the generator asks at the start and at the end, whichever of it is judged. */
  asked: z.strictObject({ first: share, last: share }),
  /** Mean combined reliability of the questions judged, in the first third and in the last. */
  reliability: z.strictObject({ early: share, late: share }),
  /** Updates of the generator, and those that were taken back. */
  updates: z.int(),
  held: z.int(),
});
export type ArmResult = z.infer<typeof ArmResult>;
