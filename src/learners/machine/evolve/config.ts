import { Domain } from '#foundation/contracts/tasks';
import { z } from 'zod';

/** Parts that can be left out, to see what each is worth. */
export const parts = {
  domains: 'domains are drawn evenly, and every template may have the next turn',
  levels: 'levels are drawn evenly: none is given up, jumped or waited for',
  pox: 'patches are verified in the order they came',
  verification: 'patches are applied without proof, proposals without trial',
  distillation: 'the main machine begins with no preference among machine skills',
  keys: 'routing keys are hashed names of slots, not what is seen of them',
  reuse: 'nothing learnt before is carried over or used as a term',
  library: 'terms are looked for as if none had been kept: no abstraction, no learnt cost',
  structure: 'only flat learners compete',
  mixing: 'phase 3 is left out',
  maintenance: 'phase 4 is left out',
  relearning: 'specialists practise to the end, and the main machine re-opens no lesson',
} as const;
export type Part = keyof typeof parts;

/** What a run of `pawl evolve` is asked to do; stored with the run. */
export const EvolveConfig = z.strictObject({
  profile: z.enum(['tiny', 'bench', 'quick', 'full']),
  domains: z.array(Domain).optional(),
  templates: z.array(z.string()).optional(),
  /** Files with templates of the user's own, and the hash of the sources that they are made of. */
  tasks: z.array(z.strictObject({ file: z.string(), sources: z.string() })).optional(),
  /** The machine of an earlier run, by the hash of its blob: its skills are carried over, and what recurs in them is the library that this run begins with. */
  from: z.string().optional(),
  /** Levels that are practised of every template, in place of the profile's. */
  levels: z
    .strictObject({ from: z.int().min(1), to: z.int().min(1) })
    .refine(({ from, to }) => from <= to, 'the first level is above the last')
    .optional(),
  /** `seed` follows the formulas of the specification as they stand. */
  schedule: z.enum(['repaired', 'seed']),
  without: z.array(
    z.enum([
      'domains',
      'levels',
      'pox',
      'verification',
      'distillation',
      'keys',
      'reuse',
      'library',
      'structure',
      'mixing',
      'maintenance',
      'relearning',
    ]),
  ),
  /** At most this share of the accepted changes is useless, in expectation; before anything is accepted, it is the chance of a useless one. */
  alpha: z.number().gt(0).lt(1),
  /** Unsound patches put among the honest ones, to see that none gets through. */
  planted: z.int().min(0),
  /** Knobs of the schedulers that are not at their defaults. */
  knobs: z.record(z.string(), z.number()).optional(),
  /** Knobs of the lessons' searches that are not at their defaults. */
  search: z.record(z.string(), z.number()).optional(),
});
export type EvolveConfig = z.infer<typeof EvolveConfig>;
