import { z } from 'zod';
import { Message, Usage } from './ports/model-client.ts';

/** Why a rollout has no score: the world failed, not the learner. */
export const Outage = z.enum(['rate-limit', 'timeout', 'connection', 'malformed', 'refusal', 'sandbox', 'budget']);
export type Outage = z.infer<typeof Outage>;

/** What a scorer says of a reply: `hard` is success, `soft` is partial credit, both in [0, 1]. */
export const Score = z.strictObject({
  hard: z.number().min(0).max(1),
  soft: z.number().min(0).max(1),
  /** Why it is not perfect, `kind: detail`; failures are grouped by the kind. */
  why: z.string().optional(),
  /** For reflection on training rollouts only. */
  feedback: z.string().optional(),
});
export type Score = z.infer<typeof Score>;

/** How one rollout of a skill ended: with a score, or without one because the world failed. */
export const Outcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('scored'),
    score: Score,
    reply: z.string(),
    /** The messages of the rollout, in order. */
    transcript: z.array(Message),
    /** Absent where model, agent or judge does not tell it: a budget then charges the ceiling. */
    usage: Usage.optional(),
    /** Replies that the limit of tokens cut off; absent where none was. */
    cut: z.int().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal('unscored'),
    outage: Outage,
    message: z.string(),
    usage: Usage.optional(),
    /** How long the world asked to wait before the next try. */
    retryAfterMs: z.number().min(0).optional(),
  }),
]);
export type Outcome = z.infer<typeof Outcome>;
