import { spawn } from 'node:child_process';
import { Fault } from '#foundation/kernel';
import { fetchSameOrigin } from '#world/models';
import { openStore } from '#world/store';
import type { Shell } from '../command.ts';
import { hasRuns } from '../runs/open-runs.ts';

export interface Ended {
  readonly command: string;
  /** When it began, in milliseconds since 1970. */
  readonly began: number;
  readonly code: number;
  readonly error?: unknown;
}

const WAIT_MS = 10_000;

/** Tells somebody that a run ended or failed. What goes wrong here is told, and changes nothing else. */
export async function notifyOfEnd(target: string, ended: Ended, shell: Shell): Promise<void> {
  const body = shell.mask(JSON.stringify(messageOf(ended, shell)));
  try {
    if (/^https?:\/\//u.test(target)) await post(target, body);
    else await runCommand(target, body, shell);
  } catch (error) {
    shell.note(`--notify failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function faultOf(error: unknown): Record<string, unknown> {
  if (error instanceof Fault) return { code: error.code, message: error.message, hint: error.hint };
  return { message: error instanceof Error ? error.message : 'something that is not an error was thrown' };
}

function messageOf({ command, began, code, error }: Ended, shell: Shell): Record<string, unknown> {
  const run = runSince(began, shell);
  return {
    command,
    ok: error === undefined && code === 0,
    exitCode: code,
    seconds: Math.round((Date.now() - began) / 1000),
    ...(run === undefined ? {} : { run: run.id, status: run.status, hash: run.hash, summary: run.summary }),
    ...(error === undefined ? {} : { fault: faultOf(error) }),
  };
}

/** The run that the command worked on: the newest that began or ended since. */
function runSince(began: number, shell: Shell): ReturnType<ReturnType<typeof openStore>['getRun']> {
  if (!hasRuns(shell)) return undefined;
  const store = openStore(shell.store, { readOnly: true });
  try {
    return store.listRuns().findLast(({ startedAt, endedAt }) => Math.max(startedAt, endedAt ?? 0) >= began);
  } finally {
    store.close();
  }
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetchSameOrigin(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    signal: AbortSignal.timeout(WAIT_MS),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
}

/** The message is its standard input; no part of it becomes part of the command line. */
function runCommand(line: string, body: string, shell: Shell): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(line, {
      shell: true,
      cwd: shell.folder,
      stdio: ['pipe', 'ignore', 'inherit'],
      timeout: WAIT_MS,
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`'${line}' ended with ${code ?? 'a signal'}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${body}\n`);
  });
}
