import { dirname } from 'node:path';
import { z } from 'zod';
import { createStatusWriter } from '#app/server/live';
import type { Command, Shell } from '../command.ts';
import { quotaFlag, requireRoom, tellQuota } from '../runs/quota.ts';
import { notifyOfEnd } from './notify.ts';

const watching = {
  ui: z.boolean().default(false).describe('show the run in a browser while it goes on; prints the link'),
  notify: z.string().optional().describe('URL to post to, or command to run, when it ends or fails'),
};
const Watching = z.object(watching);
const keeping = { quota: quotaFlag };
const Keeping = z.object(keeping);

/** A long command that keeps a run: it can be watched, and holds to the quota of the workspace. */
export function watched(command: Command): Command {
  const tool = watchedTool(command);
  return {
    ...tool,
    flags: tool.flags.extend(keeping),
    async run(args, flags, shell) {
      const { quota: _quota, ...own } = flags;
      const { quota = shell.quota } = Keeping.parse(flags);
      requireRoom(shell, quota);
      tellQuota(shell, quota);
      try {
        return await tool.run(args, own, quota === undefined ? shell : { ...shell, quota });
      } finally {
        tellQuota(shell, quota);
      }
    },
  };
}

/** A long command that can be watched: what it is doing is told to the dashboard, `--ui` opens one beside it, `--notify` tells of its end. */
export function watchedTool(command: Command): Command {
  return {
    ...command,
    flags: command.flags.extend(watching),
    async run(args, flags, shell) {
      const { ui: _ui, notify: _notify, ...own } = flags;
      const { ui, notify } = Watching.parse(flags);
      // Loaded only with it: the server brings a third of the program along.
      const beside = ui ? await import('./show-beside.ts') : undefined;
      const close = await beside?.showBeside(shell, { results: resultsOf(own) });
      const status = createStatusWriter(shell.workspace, shell.mask);
      status.tell(command.name, 0, undefined, args.join(' '));
      const began = Date.now();
      try {
        const code = await command.run(args, own, telling(shell, status, command.name));
        if (notify !== undefined) await notifyOfEnd(notify, { command: command.name, began, code }, shell);
        return code;
      } catch (error) {
        if (notify !== undefined) await notifyOfEnd(notify, { command: command.name, began, code: 1, error }, shell);
        throw error;
      } finally {
        status.end();
        close?.();
      }
    },
  };
}

/** Where a benchmark writes its result: the dashboard shows what lies beside it. */
function resultsOf({ out }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof out === 'string' && out.endsWith('.json') ? dirname(out) : undefined;
}

/** The shell of a command that is watched: its progress is told, or, where it shows none, the lines it writes for people. */
function telling(shell: Shell, status: ReturnType<typeof createStatusWriter>, name: string): Shell {
  let hasProgress = false;
  return {
    ...shell,
    note(line) {
      shell.note(line);
      if (!hasProgress) status.tell(name, 0, undefined, line);
    },
    progress(label) {
      hasProgress = true;
      const display = shell.progress(label);
      return {
        update(done, total, what) {
          display.update(done, total, what);
          status.tell(label, done, total, what);
        },
        end: () => display.end(),
      };
    },
  };
}
