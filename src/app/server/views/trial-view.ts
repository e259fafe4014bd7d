import { z } from 'zod';
import { type RunEvent, TrialFigures, TrialRecord, trialStep } from '#foundation/contracts';
import { PairedOutcome } from '#foundation/contracts/certificates';
import { hashOf } from '#foundation/kernel';
import type { StoreReader } from '#world/store';
import { textAt } from '../json-fields.ts';
import { pairsOf } from './certificates-view.ts';

/** What both sides of a decision did, task by task; null where the run has not kept it. */
export const TrialView = z.strictObject({ pairs: z.array(PairedOutcome).nullable() });
export type TrialView = z.infer<typeof TrialView>;

/** The paired outcomes behind a decision: those of its certificate, or of the step that its trial left. */
export function trialView(store: StoreReader, run: string, { data }: RunEvent): TrialView {
  const certificate = textAt(data, 'certificate');
  if (certificate !== undefined) {
    const stored = store.certificatesOf(run).find(({ hash }) => hash === certificate);
    return { pairs: stored === undefined ? null : pairsOf(stored) };
  }
  const figures = TrialFigures.safeParse(data);
  return { pairs: figures.success ? recordedPairs(store, run, figures.data) : null };
}

function recordedPairs(store: StoreReader, run: string, figures: TrialFigures): TrialView['pairs'] {
  const { name, inputs } = trialStep(figures);
  const key = hashOf({ name, inputs });
  const result = store.effectsOf(run).find((effect) => effect.key === key)?.result;
  const bytes = result === undefined ? undefined : store.getBlob(result);
  return bytes === undefined ? null : TrialRecord.parse(JSON.parse(new TextDecoder().decode(bytes))).outcomes;
}
