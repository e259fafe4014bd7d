import { z } from 'zod';
import { Outcome } from '#foundation/contracts';
import { Message } from '#foundation/contracts/ports';
import { SkillFiles, SkillTask } from '#foundation/contracts/skills';

/*
 * What referee and competitors say to each other: JSON over HTTP on the loopback. `docs/referee.md` tells it to the authors of
 * competitors; these schemas are what is checked.
 */

/** Answer to `GET /next`: a run to play, or nothing more to do. */
export const Offer = z.object({
  run: z.string(),
  /** Names every random stream the competitor may want. */
  seed: z.int(),
  /** A label; nothing may be learnt from it. */
  world: z.string(),
  isSimulated: z.boolean(),
  /** Rollouts of training and validation tasks together. */
  rollouts: z.int(),
  skill: SkillFiles,
  train: z.array(SkillTask),
  validation: z.array(SkillTask),
});
export type Offer = z.infer<typeof Offer>;

const RolloutCall = z.object({ skill: z.int().min(0), task: z.string(), repeat: z.int().min(0) });
/** Body of `POST /rollouts`; `skill` of a call is an index into `skills`. */
export const RolloutsBody = z.object({
  run: z.string(),
  skills: z.array(SkillFiles),
  calls: z.array(RolloutCall).max(10_000),
});
export type RolloutsBody = z.infer<typeof RolloutsBody>;

/** Answer: one outcome per call, in order. Feedback is given on training tasks only. */
export const RolloutsAnswer = z.object({ outcomes: z.array(Outcome), left: z.int() });

/** Body of `POST /complete`: the optimizer's model. */
export const CompleteBody = z.object({
  run: z.string(),
  messages: z.array(Message),
  seed: z.int(),
});
export const CompleteAnswer = z.object({ text: z.string() });

/** Body of `POST /report`, whenever the skill that would be returned changes, and of `POST /submit` at the end. */
export const SkillBody = z.object({
  run: z.string(),
  skill: SkillFiles,
  /** The score that the competitor itself would tell, if it tells one. */
  claimed: z.number().nullable().optional(),
});
