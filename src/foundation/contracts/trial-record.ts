import { z } from 'zod';
import { PairedOutcome } from './certificates/certificate.ts';
import { HashText, Json } from './json.ts';

/** What the event of a trial tells of it. */
export const TrialFigures = z.object({
  candidate: HashText,
  incumbent: z.number().nullable(),
  challenger: z.number().nullable(),
  gain: z.number(),
  pValue: z.number(),
  spent: z.number(),
  pairs: z.int(),
  looks: z.int(),
});
export type TrialFigures = z.infer<typeof TrialFigures>;

/** What a trial saw, task by task, and all else that its event tells of it: how it ended, its claim, its share of the error budget. */
export const TrialRecord = z.strictObject({
  outcomes: z.array(PairedOutcome),
  told: z.record(z.string(), Json).optional(),
});
export type TrialRecord = z.infer<typeof TrialRecord>;

/**
 * The journal step that keeps a trial's record. Its inputs are figures of the trial's event, so the event leads to the record, and
 * an event written before records were kept leads to none.
 */
export function trialStep(figures: TrialFigures): { readonly name: string; readonly inputs: TrialFigures } {
  return { name: 'trial', inputs: TrialFigures.parse(figures) };
}
