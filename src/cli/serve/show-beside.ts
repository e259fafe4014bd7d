import { spawn } from 'node:child_process';
import { addressOf, reserveLink, standingLink } from '#server';
import type { Shell } from '../command.ts';
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
  const standing = await standingLink(shell.workspace);
  if (standing !== undefined) {
    shell.note(`Dashboard: ${standing}`);
    return () => undefined;
  }
  const link = await reserveLink(shell.workspace);
  const limit = quota ?? shell.quota;
  const argv = [programPath, 'serve', '--until-closed', '--json', '--workspace', shell.workspace];
  if (results !== undefined) argv.push('--results', results);
  if (limit !== undefined) argv.push('--quota', `${limit}B`);
  const child = spawn(process.execPath, argv, { cwd: shell.folder, stdio: ['pipe', 'ignore', 'ignore'] });
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
