import { z } from 'zod';

/** What a verifier says of an episode. No verdict is not a zero: an abstention is never scored. */
export const Verdict = z.union([
  z.strictObject({ ok: z.literal(true), reward: z.number() }),
  z.strictObject({ ok: z.literal(false), reward: z.number(), why: z.string() }),
  z.strictObject({ abstained: z.literal(true), why: z.string() }),
]);
export type Verdict = z.infer<typeof Verdict>;
