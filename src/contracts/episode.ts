import { z } from 'zod';
import { HashText, Json } from './json.ts';
import { Task } from './task.ts';
import { Verdict } from './verdict.ts';

/** One rollout of one task: section 2.3 of seed 000. Policies are named by the hash of the learner's snapshot. */
export const Episode = z.strictObject({
  v: z.literal(1),
  task: Task,
  steps: z.array(z.strictObject({ observation: Json, action: Json })),
  rewards: z.array(z.number()),
  policyOld: HashText,
  policyNew: HashText.optional(),
  verdict: Verdict,
  advantage: z.number().optional(),
});
export type Episode = z.infer<typeof Episode>;
