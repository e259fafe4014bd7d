import { type ChildProcess, spawn } from 'node:child_process';

/** How this program is started again, as a process of its own. */
export interface Program {
  /** As reports name it. */
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts a command line, with what goes before it where it is run inside something else. */
export function startPawl(
  program: Program,
  args: readonly string[],
  folder: string,
  before: readonly string[] = [],
): Started {
  return startProgram([...before, ...program.command, ...args], { folder, program });
}

/** Starts any command line in a folder, with the environment of the program. */
export function startProgram(
  [first = '', ...rest]: readonly string[],
  { folder, program }: { readonly folder: string; readonly program: Program },
): Started {
  const child = spawn(first, rest, {
    cwd: folder,
    env: { ...program.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: 'none', out, err: `${err}${error.message}` }));
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return { child, ended };
}
