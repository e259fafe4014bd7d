import { resolve } from 'node:path';
import { z } from 'zod';
import { serveMcp } from '#app/server';
import { openReader } from '#world/store';
import { showMasked } from '#world/store/masking';
import { defineCommand, ExitCode } from '../command.ts';
import { packageVersion } from '../package-version.ts';
import { openServerPorts } from '../serve/server-ports.ts';

export const mcpCommand = defineCommand({
  name: 'mcp',
  flags: z.object({}),
  examples: ['pawl mcp', 'claude mcp add pawl -- npx pawl mcp'],

  async run(_args, _flags, shell) {
    const store = openReader(shell.store, { mask: shell.mask });
    try {
      const opened = openServerPorts(shell, store, {
        results: resolve(shell.folder, 'bench/results'),
        quota: shell.quota,
      });
      const shown = showMasked(store, shell.mask);
      await serveMcp({ store: shown, ports: opened.ports, version: packageVersion(), workspace: shell.workspace });
      await opened.close();
      return ExitCode.ok;
    } finally {
      store.close();
    }
  },
});
