import { z } from 'zod';

const chance = z.number().min(0).max(1);

/** A simulated world, as data: all that decides what a skill is worth and how well a reflector reads transcripts. */
export const WorldData = z.strictObject({
  v: z.literal(1),
  name: z.string().min(1),
  about: z.string(),
  /** Hidden rules, tag → action. */
  rules: z.int().min(2).max(60),
  /** The r-th rule has weight r^−zipf among the tags of tasks. */
  zipf: z.number().min(0).max(3),
  /** Weights of tasks with 1, 2, 3 tags. */
  tagsPerTask: z.array(z.number().min(0)).length(3),
  /** Chance to guess the action of a tag without a rule. */
  guess: chance,
  /** Chance to get a task wrong for no reason. */
  slip: chance,
  /** Every useless line of the skill multiplies the chance of success by this. */
  dilution: chance,
  /** Chance that the scorer's feedback names the right action of a tag that went wrong. */
  hint: chance,
  /** Rules, most frequent first, that the first skill holds already. */
  known: z.int().min(0),
  /** So many rules need another one beside them, and mislead without it. */
  links: z.int().min(0),
  splits: z.strictObject({ train: z.int().min(1), validation: z.int().min(1), test: z.int().min(1) }),
  reflector: z.strictObject({
    /** Most hints it takes up in one call. */
    insights: z.int().min(1),
    /** Chance to write a wrong action. */
    wrong: chance,
    /** Chance to add a line that helps nobody and dilutes the rest. */
    useless: chance,
    /** Chance to add a remark that changes nothing. */
    neutral: chance,
    /** Chance to lose a line when it writes a whole document. */
    forget: chance,
  }),
});
export type WorldData = z.infer<typeof WorldData>;
