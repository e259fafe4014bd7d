import type { z } from 'zod';
import type { Progress } from '#foundation/contracts/ports';

/**
 * 0 done, 1 fault, 2 bad usage, 3 "the answer is no". Of an audit that finds nothing wrong: 4 changes stayed without a test, 5 the run has
 * not ended. Only `pawl sat` follows its field: 10, 20, 0.
 */
export const ExitCode = { ok: 0, fault: 1, usage: 2, answerIsNo: 3, untested: 4, unfinished: 5 } as const;

/** What a command may touch of the world; the real one is built in `shell.ts`, tests build their own. */
export interface Shell {
  /** True with `--json`: standard output is for machines. */
  readonly json: boolean;
  /** Whether standard output is read by a program: no terminal is at its end. */
  readonly isPiped?: boolean;
  /** One line on standard output. */
  print(line: string): void;
  /** One line for people on standard error. */
  note(line: string): void;
  /** A progress display on standard error: a bar on a terminal, a plain line now and then elsewhere. */
  progress(label: string): { readonly update: Progress; readonly end: () => void };
  /** Bytes of a file, or of standard input for `-`; gzip is unpacked. A missing file is a Fault. */
  readInput(path: string): Promise<Uint8Array>;
  /** Writes a file whole or not at all (temporary file, then rename). */
  writeFile(path: string, content: string | Uint8Array): void;
  /** The current folder: relative paths of the user begin here. */
  readonly folder: string;
  /** Where files of the runs lie: `--workspace`, else `.pawl` in the current folder. */
  readonly workspace: string;
  /** Where the run store lies: the workspace, or the address of a PostgreSQL database, which may hold a password. */
  readonly store: string;
  /** Whether `--store` named it, so that it must be named again to find it. */
  readonly isStoreTyped?: boolean;
  /** Bytes that the workspace may take, where the config file says so. */
  readonly quota?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Takes the secrets that this command may use out of a text; all that the shell prints passes it. */
  readonly mask: (text: string) => string;
  /** Adds secrets that the command came to know, such as keys in a file of settings. */
  hide(secrets: readonly string[]): void;
  /** The config file, where one was read: its folder, and its sections by command. */
  readonly config?: {
    readonly folder: string;
    readonly path: string;
    /** Whether `--config` named it; else it was found in the current folder. */
    readonly isNamed: boolean;
    readonly sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

/** A positional argument. */
export interface Argument {
  readonly name: string;
  readonly says: string;
  readonly required?: boolean;
  /** Takes all that is left. */
  readonly many?: boolean;
}

/**
 * A command: its flags are a schema, so parsing, `--help`, range checks and suggestions all come from one place.
 * A field `maxConflicts` is the flag `--max-conflicts`; a boolean field takes no value; `describe` is its help line.
 */
export interface Command<Flags extends z.ZodObject = z.ZodObject> {
  /** Words after `pawl`: `sat`, or `tasks sample`. */
  readonly name: string;
  readonly args?: readonly Argument[];
  readonly flags: Flags;
  /** What only the config file can say, in the section of this command beside its flags. */
  readonly settings?: z.ZodObject;
  /** What `--set` takes beside the section of the config file. */
  readonly table?: z.ZodObject;
  /** Takes flags that it does not know: it stands where another command would be. */
  readonly takesAnyFlag?: boolean;
  /** Short forms, such as `{ count: 'n' }`. */
  readonly short?: Readonly<Partial<Record<keyof z.infer<Flags> & string, string>>>;
  /** Flags that mean nothing beside a flag, such as `{ resume: ['seed'] }`: typing both is refused. */
  readonly conflicts?: Readonly<
    Partial<Record<keyof z.infer<Flags> & string, readonly (keyof z.infer<Flags> & string)[]>>
  >;
  /** Whole command lines, shown under `--help`. */
  readonly examples: readonly string[];
  /** Returns the exit code. `--json` is read by the shell, never declared here. */
  run(args: readonly string[], flags: z.infer<Flags>, shell: Shell): Promise<number>;
}

/** Keeps the flag types of a command while it is stored among others. */
export function defineCommand<Flags extends z.ZodObject>(command: Command<Flags>): Command<Flags> {
  return command;
}
