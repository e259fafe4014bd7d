import { z } from 'zod';
import { HashText } from '#foundation/contracts';
import { ColumnKind } from './column-kind.ts';

/** What a run of `learn` is asked to do; stored with it. */
export const LearnConfig = z.strictObject({
  file: z.string(),
  /** Hash of the bytes of the file. */
  source: HashText,
  answer: z.string(),
  kinds: z.record(z.string(), ColumnKind),
  ignore: z.array(z.string()),
  heldOut: z.number().gt(0).lt(1),
  /** Counted: entries of columns computed, about 20 million a second. */
  effort: z.int().min(1),
  alpha: z.number().gt(0).lt(1),
  /** Knobs of the search that are not at their defaults. */
  search: z.record(z.string(), z.number()).optional(),
});
export type LearnConfig = z.infer<typeof LearnConfig>;
