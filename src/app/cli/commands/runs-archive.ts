import { join, resolve } from 'node:path';
import { z } from 'zod';
import { backupStore, openStore } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { findRun, withRuns } from '../runs/open-runs.ts';

export const runsArchive = defineCommand({
  name: 'runs archive',
  args: [{ name: 'RUN', says: 'ids, beginnings of ids, or latest', required: true, many: true }],
  flags: z.object({
    output: z.string().describe('folder for the archive; it becomes a workspace'),
    remove: z.boolean().default(false).describe('delete the runs here once they are archived'),
    dryRun: z.boolean().default(false).describe('say what would be archived, and write nothing'),
  }),
  short: { output: 'o' },
  examples: ['pawl runs archive train-3f2a -o archive/june', 'pawl runs archive train-3f2a -o archive/june --json'],

  async run(asked, { output, remove, dryRun }, shell) {
    const ids = await withRuns(shell, (store) => asked.map((one) => findRun(store, one).id));
    const folder = resolve(shell.folder, output);
    if (!dryRun) {
      backupStore(shell.store, join(folder, 'pawl.db'));
      const archive = openStore(folder);
      try {
        const others = archive.listRuns().filter(({ id }) => !ids.includes(id));
        // The copy has the locks of the original; whoever holds them writes there, not here.
        archive.dropLocks();
        archive.deleteRuns(others.map(({ id }) => id));
        archive.shrink();
      } finally {
        archive.close();
      }
      if (remove) {
        const store = openStore(shell.store);
        try {
          store.deleteRuns(ids);
          store.shrink();
        } finally {
          store.close();
        }
      }
    }
    if (shell.json)
      shell.print(
        JSON.stringify({
          archived: dryRun ? [] : ids,
          wouldArchive: dryRun ? ids : [],
          folder,
          removed: remove && !dryRun,
        }),
      );
    else
      for (const id of ids)
        shell.print(
          `${dryRun ? 'would archive' : 'archived'}  ${id}  ${folder}${remove && !dryRun ? ', and removed here' : ''}`,
        );
    return ExitCode.ok;
  },
});
