import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { addressOf, readLink } from '#server';
import type { Shell } from '../command.ts';
import { programPath } from './server-ports.ts';

const Told = z.object({ address: z.string() });
const WAIT_MS = 10_000;

/**
 * Opens the dashboard in a process of its own, so that it costs the run nothing, and prints its link. It ends with this process: the
 * pipe between them closes, however this one ends. A dashboard that already serves the workspace is used as it is.
 */
export async function showBeside(shell: Shell): Promise<() => void> {
  const standing = await findStanding(shell);
  if (standing !== undefined) {
    shell.note(`Dashboard: ${standing}`);
    return () => undefined;
  }
  const argv = [programPath, 'serve', '--until-closed', '--json', '--workspace', shell.workspace];
  const child = spawn(process.execPath, argv, { cwd: shell.folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const address = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), WAIT_MS);
    const settle = (found: string | undefined): void => {
      clearTimeout(timer);
      resolve(found);
    };
    createInterface(child.stdout).once('line', (line) => settle(addressIn(line)));
    child.once('error', () => settle(undefined));
    child.once('exit', () => settle(undefined));
  });
  shell.note(address === undefined ? 'The dashboard did not start; `pawl serve` says why.' : `Dashboard: ${address}`);
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref();
  return () => child.stdin.end();
}

function addressIn(line: string): string | undefined {
  try {
    const told = Told.safeParse(JSON.parse(line));
    return told.success ? told.data.address : undefined;
  } catch {
    return undefined;
  }
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
    const health = z.object({ name: z.literal('pawl'), workspace: z.string() }).safeParse(await response.json());
    return health.success && health.data.workspace === shell.workspace ? addressOf('127.0.0.1', link) : undefined;
  } catch {
    return undefined;
  }
}
