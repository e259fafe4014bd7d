import { spawn } from 'node:child_process';
import { z } from 'zod';
import { addressOf, readLink, reserveLink } from '#server';
import { showPlace } from '#store';
import type { Shell } from '../command.ts';
import { handOver } from './hand-over.ts';
import { programPath } from './program-path.ts';

/**
 * Opens the dashboard in a process of its own, so that it costs the run nothing, and prints its link at once: token and port are settled
 * before it starts. It ends with this process: the pipe between them closes, however this one ends. A dashboard that already serves the
 * workspace is used as it is.
 */
export async function showBeside(
  shell: Shell,
  { quota, results }: { readonly quota?: number | undefined; readonly results?: string | undefined } = {},
): Promise<() => void> {
  const standing = await findStanding(shell);
  if (standing !== undefined) {
    shell.note(`Dashboard: ${standing}`);
    return () => undefined;
  }
  const link = await reserveLink(shell.workspace);
  const limit = quota ?? shell.quota;
  const { flags, env } = handOver(shell);
  const argv = [programPath, 'serve', '--until-closed', '--json', ...flags];
  if (results !== undefined) argv.push('--results', results);
  if (limit !== undefined) argv.push('--quota', `${limit}B`);
  const child = spawn(process.execPath, argv, { cwd: shell.folder, env, stdio: ['pipe', 'ignore', 'ignore'] });
  let isClosed = false;
  child.once('error', () => shell.note('The dashboard did not start; `pawl serve` says why.'));
  child.once('exit', () => {
    if (!isClosed) shell.note('The dashboard ended; `pawl serve` says why.');
  });
  child.stdin.on('error', () => undefined);
  shell.note(`Dashboard: ${addressOf('127.0.0.1', link)}`);
  child.unref();
  return () => {
    isClosed = true;
    child.stdin.end();
  };
}

/** The link of a dashboard that serves this workspace now. */
async function findStanding(shell: Shell): Promise<string | undefined> {
  const link = readLink(shell.workspace);
  if (link.port === 0) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${link.port}/api/health`, {
      headers: { Authorization: `Bearer ${link.token}` },
      signal: AbortSignal.timeout(500),
    });
    const health = z
      .object({ name: z.literal('pawl'), workspace: z.string(), store: z.string() })
      .safeParse(await response.json());
    if (!health.success) return undefined;
    const isSame = health.data.workspace === shell.workspace && health.data.store === showPlace(shell.store);
    return isSame ? addressOf('127.0.0.1', link) : undefined;
  } catch {
    return undefined;
  }
}
