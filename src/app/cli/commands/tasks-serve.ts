import { z } from 'zod';
import { defineCommand, ExitCode } from '../command.ts';
import { startTaskServer } from '../tasks/task-server.ts';

export const tasksServe = defineCommand({
  name: 'tasks serve',
  flags: z.object({
    port: z.coerce.number().int().min(0).max(65_535).default(7411).describe('the port; 0: any free one'),
    host: z
      .string()
      .default('127.0.0.1')
      .describe('the address to listen on; there is no login, so keep it to this machine'),
  }),
  examples: ['pawl tasks serve', 'pawl tasks serve --port 0 --json'],

  async run(_args, { port, host }, shell) {
    const server = await startTaskServer(host, port);
    if (shell.json) shell.print(JSON.stringify({ url: server.url }));
    else shell.print(`environments at ${server.url}; Ctrl-C ends`);
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    });
    await server.close();
    return ExitCode.ok;
  },
});
