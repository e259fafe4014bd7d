import { type Run } from '#foundation/contracts';
import { Fault, type Hash, isRecord } from '#foundation/kernel';
import { EvolveConfig, MainState } from '#learners/machine/evolve';
import { findAmong, type FindTemplate } from '#tasks/registry';
import type { Shell } from '../command.ts';
import { loadOwnTemplates } from '../tasks/own-templates.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

/** What a run became. */
export interface KeptMachine {
  readonly run: Run;
  readonly main: MainState;
  /** The blob that it is kept in. */
  readonly hash: Hash;
  /** Finds templates of the user's own too, which the run may have learnt. */
  readonly find: FindTemplate;
}

/** Reads the machine that a run of evolve ended with. */
export async function openMachine(shell: Shell, asked: string | undefined): Promise<KeptMachine> {
  return withRuns(shell, async (store) => {
    const run = findRun(store, asked ?? 'latest', 'evolve');
    const kept = [...store.eventsOf(run.id)].findLast(({ type }) => type === 'machine-kept');
    const named = isRecord(kept?.data) ? kept.data['machine'] : undefined;
    const hash = typeof named === 'string' ? named : '';
    const bytes = store.getBlob(hash);
    if (bytes === undefined) {
      throw new Fault('cli/no-machine', `run ${run.id} has no machine yet: it is kept when the run is done`);
    }
    const own = await loadOwnTemplates((EvolveConfig.parse(run.config).tasks ?? []).map(({ file }) => file));
    return { run, hash, find: findAmong(own), main: MainState.parse(JSON.parse(new TextDecoder().decode(bytes))) };
  });
}
