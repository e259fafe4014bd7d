import type { Command } from './command.ts';

/** A command that is loaded only when it is asked for. */
export interface LazyCommand {
  readonly name: string;
  readonly summary: string;
  /** Reads the config file: its workspace, its seed, and the section of this name as values of the flags. */
  readonly config?: boolean;
  load(): Promise<Command>;
}
