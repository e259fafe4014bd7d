import { z } from 'zod';
import { isRecord } from '#foundation/kernel';
import type { Rule } from '#learners/machine/terms';

/** A rule as a run keeps it: whoever wrote it was this program, and its hash is checked. */
export const RuleData = z.custom<Rule>(
  (value) => isRecord(value) && isRecord(value['term']) && Array.isArray(value['columns']),
);
