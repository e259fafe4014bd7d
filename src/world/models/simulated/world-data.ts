import { z } from 'zod';

const chance = z.number().min(0).max(1);

/** How the rules of a world are told, and how its reflector errs. */
const LanguageData = z.strictObject({
  /** Words and sentences: that of development, or that of the report. */
  family: z.enum(['development', 'report']),
  /** Chance that a rule has another action for another kind of task. */
  typed: chance,
  /** Chance that the reflector leaves the kind out of such a rule, so that it helps one kind and hurts the others. */
  broad: chance,
  /** Chance that one line says two rules. */
  joint: chance,
  /** Chance that a wrong action is the reflector's pet error for that tag. */
  repeats: chance,
  /** Each further hint on a tag multiplies the chance of a wrong action by this. */
  evidence: chance,
  /** Scores are the share of tags that are right. */
  isGraded: z.boolean(),
  /** Every task has its own further chance to go wrong for no reason, between these. */
  slips: z.tuple([chance, chance]),
  /** Chance of prose around the JSON. */
  prose: chance,
  /** Chance that a merged item names no source, or all of them. */
  badMerge: chance,
  /** Mean chance to write the pet error of a tag whatever the hints say; each tag has its own, between half of this and half as much again. Evidence does not cure it. */
  systematic: z.number().min(0).max(0.5).default(0),
  /** Rules are put together from parts of sentences, so that hardly two have the same words. */
  isReworded: z.boolean().default(false),
  /** Every list item multiplies the chance of success by this, right ones too. */
  crowding: chance.default(1),
  /** The chance that the judge says the contrary wanders between 0 and this, once up and down in so many rollouts. */
  drift: z.strictObject({ most: z.number().min(0).max(0.5), period: z.int().min(2) }).default({ most: 0, period: 2 }),
});
export type LanguageData = z.infer<typeof LanguageData>;

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
  /** Absent: rules have one wording. */
  language: LanguageData.optional(),
});
export type WorldData = z.infer<typeof WorldData>;
