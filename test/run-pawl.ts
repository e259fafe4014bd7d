import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { LazyCommand } from '../src/app/cli/lazy-command.ts';
import { main } from '../src/app/cli/main.ts';

/** What a command line did. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly commands?: readonly LazyCommand[];
  /** Columns of a terminal on standard error; without it there is no terminal. */
  readonly terminal?: number;
}

/** Runs a command line inside this process, without touching its streams. */
export async function runPawl(argv: readonly string[], around: Surroundings = {}): Promise<Outcome> {
  const texts = { out: '', err: '' };
  const stdout = Object.assign(new EventEmitter(), { write: (text: string) => (texts.out += text) });
  const stderr = Object.assign(new EventEmitter(), {
    isTTY: around.terminal !== undefined,
    columns: around.terminal,
    write: (text: string) => (texts.err += text),
  });
  const cwd = (): string => around.cwd ?? process.cwd();
  const host = { env: around.env ?? {}, stdin: Readable.from([around.stdin ?? '']), stdout, stderr, cwd };
  const code = await main(argv, host, around.commands);
  return { code, ...texts };
}
