import { spawn } from 'node:child_process';
import { abortReason } from '#foundation/kernel';

/** What a command-line agent left behind. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  /** Whether it was ended because of what it printed. */
  readonly isStopped: boolean;
}

export interface CommandJob {
  readonly command: readonly string[];
  readonly folder: string;
  /** The whole environment: nothing of this process is passed on by accident. */
  readonly environment: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  /** Sees each piece of the output; the command is ended when it says so. */
  readonly mustStop?: (piece: string) => boolean;
}

/** At most so much of each stream is kept; an agent that prints more is cut, not let grow. */
const maxBytes = 16 * 1_048_576;

/** Groups of the commands under way. An agent that outlives this process would work, and cost, beyond every limit. */
const groups = new Set<number>();

/** Ends every command under way with all that it started. */
export function endStartedCommands(): void {
  for (const group of groups) endGroup(group);
}

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

let isGuarded = false;

/** However this process ends by its own doing, no command outlives it. */
function guardExit(): void {
  if (!isGuarded) process.once('exit', endStartedCommands);
  isGuarded = true;
}

/** Runs a command in a group of its own, so that ending it ends what it started. */
export function runCommand(job: CommandJob, signal?: AbortSignal): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const [program, ...args] = job.command;
    const child = spawn(program!, args, {
      cwd: job.folder,
      env: job.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    guardExit();
    const group = child.pid;
    if (group !== undefined) groups.add(group);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let isTimedOut = false;
    let isStopped = false;
    const kill = (): void => {
      if (group !== undefined) endGroup(group);
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => {
      isTimedOut = true;
      kill();
    }, job.milliseconds);
    signal?.addEventListener('abort', kill, { once: true });
    child.stdout.on('data', keepIn(out));
    const decoder = new TextDecoder();
    child.stdout.on('data', (chunk: Buffer) => {
      if (isStopped || job.mustStop?.(decoder.decode(chunk, { stream: true })) !== true) return;
      isStopped = true;
      kill();
    });
    child.stderr.on('data', keepIn(err));
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      // What it left running behind it would go on without a limit.
      kill();
      if (group !== undefined) groups.delete(group);
      signal?.removeEventListener('abort', kill);
      if (signal?.aborted === true) return reject(abortReason(signal));
      resolve({ exitCode, stdout: textOf(out), stderr: textOf(err), isTimedOut, isStopped });
    });
  });
}

function keepIn(chunks: Buffer[]): (chunk: Buffer) => void {
  let size = 0;
  return (chunk) => {
    if (size < maxBytes) chunks.push(chunk);
    size += chunk.length;
  };
}

const textOf = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8');
