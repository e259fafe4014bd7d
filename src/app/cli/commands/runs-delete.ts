import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { openStore, showPlace } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { hasRuns, findRun } from '../runs/open-runs.ts';
import { removeRuns } from '../runs/remove-runs.ts';

export const runsDelete = defineCommand({
  name: 'runs delete',
  args: [{ name: 'RUN', says: 'ids, or beginnings of ids', required: true, many: true }],
  flags: z.object({ dryRun: z.boolean().default(false).describe('say what would go, and delete nothing') }),
  examples: ['pawl runs delete train-3f2a91c0', 'pawl runs delete evolve-1f1c evolve-77ab --dry-run'],

  async run(asked, { dryRun }, shell) {
    if (!hasRuns(shell)) throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    const store = openStore(shell.store);
    try {
      removeRuns(
        store,
        asked.map((one) => findRun(store, one)),
        dryRun,
        shell,
      );
    } finally {
      store.close();
    }
    return Promise.resolve(ExitCode.ok);
  },
});
