import { z } from 'zod';
import { createStatusWriter } from '#server';
import type { Command, Shell } from '../command.ts';
import { notifyOfEnd } from './notify.ts';
import { showBeside } from './show-beside.ts';

const watching = {
  ui: z.boolean().default(false).describe('show the run in a browser while it goes on; prints the link'),
  notify: z.string().optional().describe('URL to post to, or command to run, when it ends or fails'),
};
const Watching = z.object(watching);

/** A long command that can be watched: what it is doing is told to the dashboard, `--ui` opens one beside it, `--notify` tells of its end. */
export function watched(command: Command): Command {
  return {
    ...command,
    flags: command.flags.extend(watching),
    async run(args, flags, shell) {
      const { ui, notify } = Watching.parse(flags);
      const { ui: _ui, notify: _notify, ...own } = flags;
      const close = ui ? await showBeside(shell) : undefined;
      const status = createStatusWriter(shell.workspace);
      const began = Date.now();
      try {
        const code = await command.run(args, own, telling(shell, status));
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

function telling(shell: Shell, status: ReturnType<typeof createStatusWriter>): Shell {
  return {
    ...shell,
    progress(label) {
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
