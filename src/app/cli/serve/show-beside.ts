import { spawn } from 'node:child_process';
import { addressOf, isLinkFree, reserveLink, standingLink } from '#app/server';
import { showPlace } from '#world/store';
import type { Shell } from '../command.ts';
import { handOver } from './hand-over.ts';
import { programPath } from './program-path.ts';

interface BesideOptions {
  readonly results?: string | undefined;
}

/** How often it is looked whether the dashboard of another process is still there. */
const LOOK_MS = 5000;

/**
 * Opens the dashboard in a process of its own, so that it costs the run nothing, and prints its link at once: token and port are settled
 * before it starts. It ends with this process: the pipe between them closes, however this one ends. A dashboard that already serves the
 * workspace is used as it is; where it ends before this process does, one of our own takes its place under the same link.
 */
export async function showBeside(shell: Shell, options: BesideOptions = {}): Promise<() => void> {
  const standing = await standingLink(shell.workspace, showPlace(shell.store));
  if (standing === undefined) {
    shell.note(`Dashboard: ${addressOf('127.0.0.1', await reserveLink(shell.workspace))}`);
    return startBeside(shell, options);
  }
  shell.note(`Dashboard: ${standing}`);
  let close: (() => void) | undefined;
  let isOver = false;
  const look = setInterval(() => {
    void isLinkFree(shell.workspace).then((isFree) => {
      if (!isFree || isOver || close !== undefined) return;
      clearInterval(look);
      close = startBeside(shell, options);
    });
  }, LOOK_MS);
  look.unref();
  return () => {
    isOver = true;
    clearInterval(look);
    close?.();
  };
}

function startBeside(shell: Shell, { results }: BesideOptions): () => void {
  const { flags, env } = handOver(shell);
  const argv = [programPath, 'serve', '--until-closed', '--json', ...flags];
  if (results !== undefined) argv.push('--results', results);
  if (shell.quota !== undefined) argv.push('--quota', `${shell.quota}B`);
  const child = spawn(process.execPath, argv, { cwd: shell.folder, env, stdio: ['pipe', 'ignore', 'ignore'] });
  let isClosed = false;
  child.once('error', () => shell.note('The dashboard did not start; `pawl serve` says why.'));
  child.once('exit', () => {
    if (!isClosed) shell.note('The dashboard ended; `pawl serve` says why.');
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  return () => {
    isClosed = true;
    child.stdin.end();
  };
}
