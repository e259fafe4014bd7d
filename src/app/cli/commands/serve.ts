import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { serve } from '#app/server';
import { openReader } from '#world/store';
import { showMasked } from '#world/store/masking';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { packageVersion } from '../package-version.ts';
import { quotaFlag, tellQuota } from '../runs/quota.ts';
import { openServerPorts } from '../serve/server-ports.ts';

export const serveCommand = defineCommand({
  name: 'serve',
  flags: z.object({
    port: z.coerce.number().int().min(1).max(65_535).optional().describe('port; the one of last time unless told'),
    host: z.string().default('127.0.0.1').describe('address to listen at; others than this machine need a token'),
    token: z.string().min(16).optional().describe('token instead of the one kept in the workspace'),
    tokenFile: z.string().optional().describe('file that holds the token'),
    results: z.string().default('bench/results').describe('folder with results of benchmarks'),
    quota: quotaFlag,
    untilClosed: z.boolean().default(false).describe('end when standard input closes'),
  }),
  examples: ['pawl serve', 'pawl serve --port 8080', 'pawl serve --host 0.0.0.0 --token-file token.txt'],

  async run(_args, flags, shell) {
    const store = openReader(shell.store, { mask: shell.mask });
    try {
      const opened = openServerPorts(shell, store, {
        results: resolve(shell.folder, flags.results),
        quota: flags.quota ?? shell.quota,
      });
      const serving = await serve({
        store: showMasked(store, shell.mask),
        workspace: shell.workspace,
        version: packageVersion(),
        ports: opened.ports,
        host: flags.host,
        port: flags.port,
        token: tokenOf(flags, shell),
      });
      if (shell.json) shell.print(JSON.stringify({ address: serving.address, port: serving.port }));
      else shell.print(`Dashboard: ${serving.address}`);
      if (serving.standing !== undefined) shell.note(`The workspace is shown already: ${serving.standing}`);
      if (!flags.untilClosed) shell.note('Ctrl-C ends it.');
      tellQuota(shell, flags.quota);
      await untilEnd(flags.untilClosed);
      await serving.close();
      await opened.close();
      return ExitCode.ok;
    } finally {
      store.close();
    }
  },
});

function tokenOf(
  { token, tokenFile }: { token?: string | undefined; tokenFile?: string | undefined },
  shell: Shell,
): string | undefined {
  if (tokenFile === undefined) return token;
  const path = resolve(shell.folder, tokenFile);
  const read = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (read.length < 16) throw new Fault('cli/usage', `${path} holds no token of 16 characters or more`);
  return read;
}

/** Until somebody ends the process, or, beside a run, until the run's process is gone and with it the other end of the pipe. */
function untilEnd(untilClosed: boolean): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done());
    if (!untilClosed) return;
    process.stdin.resume();
    process.stdin.on('end', () => done());
    process.stdin.on('error', () => done());
  });
}
