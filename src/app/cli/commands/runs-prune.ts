import { z } from 'zod';
import { RunStatus } from '#foundation/contracts';
import { Fault } from '#foundation/kernel';
import { openStore, showPlace } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { hasRuns } from '../runs/open-runs.ts';
import { removeRuns } from '../runs/remove-runs.ts';

const units = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

export const runsPrune = defineCommand({
  name: 'runs prune',
  flags: z.object({
    olderThan: z.string().optional().describe('only runs that began longer ago: 12h, 30d, 8w'),
    keep: z.coerce.number().int().min(0).optional().describe('the newest so many stay, whatever else holds'),
    status: RunStatus.optional().describe('only runs that stand so'),
    loop: z.string().optional().describe('only runs of this loop'),
    dryRun: z.boolean().default(false).describe('say what would go, and delete nothing'),
  }),
  examples: [
    'pawl runs prune --older-than 30d --dry-run',
    'pawl runs prune --keep 20',
    'pawl runs prune --status failed',
  ],

  async run(_args, { olderThan, keep, status, loop, dryRun }, shell) {
    if (olderThan === undefined && keep === undefined && status === undefined) {
      throw new Fault('cli/usage', 'say what may go: --older-than, --keep or --status');
    }
    if (!hasRuns(shell)) throw new Fault('store/no-runs', `there is no run in ${showPlace(shell.store)}`);
    const before = olderThan === undefined ? Infinity : Date.now() - milliseconds(olderThan);
    const store = openStore(shell.store);
    try {
      const newestFirst = store
        .listRuns()
        .toReversed()
        .filter((run) => (loop ?? run.loop) === run.loop);
      const chosen = newestFirst
        .slice(keep ?? 0)
        .filter((run) => run.startedAt < before && (status ?? run.status) === run.status)
        .filter(({ id }) => store.holderOf(id)?.isAlive !== true);
      removeRuns(store, chosen, dryRun, shell);
    } finally {
      store.close();
    }
    return Promise.resolve(ExitCode.ok);
  },
});

function milliseconds(text: string): number {
  const [, count, unit] = /^(\d+)([hdw])$/u.exec(text) ?? [];
  if (count === undefined || (unit !== 'h' && unit !== 'd' && unit !== 'w')) {
    throw new Fault('cli/usage', `--older-than is ${text}; expected a time such as 12h, 30d or 8w`);
  }
  return Number(count) * units[unit];
}
