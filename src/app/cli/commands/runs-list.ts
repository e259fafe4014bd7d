import { z } from 'zod';
import { RunStatus } from '#foundation/contracts';
import { showPlace } from '#world/store';
import { defineCommand, ExitCode } from '../command.ts';
import { hasRuns, withRuns } from '../runs/open-runs.ts';
import { quotaFlag, tellQuota } from '../runs/quota.ts';
import { showSize } from '../runs/show-size.ts';
import { showDuration, showMoment } from '../runs/show-time.ts';

export const runsList = defineCommand({
  name: 'runs list',
  flags: z.object({
    limit: z.coerce.number().int().min(1).default(20).describe('how many to show'),
    loop: z.string().optional().describe('only runs of this loop'),
    status: RunStatus.optional().describe('only runs that stand so'),
    quota: quotaFlag,
  }),
  short: { limit: 'n' },
  examples: ['pawl runs list', 'pawl runs list --loop evolve --status done --json'],

  async run(_args, { limit, loop, status, quota }, shell) {
    const all = hasRuns(shell)
      ? await withRuns(shell, (store) => store.listRuns().map((run) => ({ ...run, bytes: store.sizeOf(run.id) })))
      : [];
    const wanted = all.filter((run) => (loop ?? run.loop) === run.loop && (status ?? run.status) === run.status);
    const shown = wanted.toReversed().slice(0, limit);
    if (shell.json) for (const run of shown) shell.print(JSON.stringify(run));
    else {
      const width = Math.max(3, ...shown.map(({ id }) => id.length));
      if (shown.length > 0)
        shell.print(`${'run'.padEnd(width)}  status  started              took        seed  size      hash`);
      for (const { id, status: stands, startedAt, endedAt, seed, hash, bytes } of shown) {
        const took = endedAt === undefined ? '-' : showDuration(endedAt - startedAt);
        const cells = [
          id.padEnd(width),
          stands.padEnd(6),
          showMoment(startedAt),
          took.padEnd(10),
          String(seed).padStart(4),
          showSize(bytes).padEnd(8),
        ];
        shell.print(`${cells.join('  ')}  ${hash?.slice(0, 12) ?? '-'}`);
      }
      if (shown.length === 0) shell.note(`No runs in ${showPlace(shell.store)}.`);
      else if (shown.length < wanted.length)
        shell.note(`${wanted.length - shown.length} older not shown; --limit shows more.`);
    }
    tellQuota(shell, quota);
    return ExitCode.ok;
  },
});
