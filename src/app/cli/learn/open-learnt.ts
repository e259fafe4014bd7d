import { z } from 'zod';
import type { Run } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import { LearnConfig, RuleData, Table } from '#learners/table';
import type { Rule } from '#learners/machine/terms';
import { showPlace } from '#world/store';
import type { Shell } from '../command.ts';
import { findRun, hasRuns, withRuns } from '../runs/open-runs.ts';

/** What a run of learn came to. */
export interface Learnt {
  readonly run: Run;
  readonly config: LearnConfig;
  readonly rule: Rule;
  readonly says: readonly string[];
  readonly isShown: boolean;
  readonly table: Table;
}

const Kept = z.looseObject({ rule: RuleData, says: z.array(z.string()), isShown: z.boolean() });
const Started = z.looseObject({ table: z.string() });

/** The rule of a run that has ended, with the table that it was learnt from, out of the store. */
export async function openLearnt(shell: Shell, asked: string): Promise<Learnt> {
  if (!hasRuns(shell)) throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
  return withRuns(shell, (store) => {
    const run = findRun(store, asked, 'learn');
    if (run.loop !== 'learn') throw new Fault('cli/usage', `${run.id} is a run of ${run.loop}, not of learn`);
    const started = [...store.eventsOf(run.id)].find(({ type }) => type === 'learn-started');
    if (run.status !== 'done' || started === undefined) {
      throw new Fault('cli/usage', `${run.id} has not ended`, { hint: `Take it up again with --resume ${run.id}.` });
    }
    const bytes = store.getBlob(Started.parse(started.data).table);
    if (bytes === undefined) throw new Fault('store/no-runs', `the table of ${run.id} is no longer in the store`);
    const table = Table.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return { run, config: LearnConfig.parse(run.config), table, ...Kept.parse(run.summary) };
  });
}
