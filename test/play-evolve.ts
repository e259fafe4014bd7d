import { type EvolveConfig, evolve, type EvolveSummary, type MainState } from '#learners/machine/evolve';
import { createStopwatch } from '#ratchet/budget';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { createInProcessDispatcher } from '#world/dispatch';
import { createMemoryJournal, type MemoryRecord } from '#world/store';
import { timeless } from './train/short-run.ts';

const config: EvolveConfig = {
  profile: 'tiny',
  templates: ['PARITY', 'KV_RETRIEVAL'],
  schedule: 'repaired',
  without: [],
  alpha: 0.05,
  planted: 0,
};

export class Cut extends Error {}

/** A whole run; `stopAfter` cuts it off after so many units of work, as a crash would. It begins with what `from` learnt, and may have templates of its own. */
// oxlint-disable-next-line max-params -- the record, where it is cut off, what is asked, and what is known
export async function play(
  record: MemoryRecord,
  stopAfter = Infinity,
  asked: Partial<EvolveConfig> = {},
  known: { readonly from?: MainState; readonly own?: readonly AnyTemplate[] } = {},
): Promise<{ readonly summary: EvolveSummary; readonly hash: string }> {
  const journal = createMemoryJournal(record);
  let units = 0;
  const summary: EvolveSummary = await evolve({
    seed: 5,
    config: { ...config, ...asked },
    ...known,
    journal,
    dispatcher: createInProcessDispatcher(),
    progress: () => {
      units += 1;
      if (units > stopAfter) throw new Cut();
    },
    stopwatch: createStopwatch(journal, timeless, {}),
    orders: () => [],
  });
  return { summary, hash: journal.finish(summary) };
}
