import type { Command } from './command.ts';

/** A command that is loaded only when it is asked for. */
export interface LazyCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command>;
}

/** All commands, in the order `pawl --help` shows them. Their files load lazily, so `pawl --version` stays fast. */
export const commands: readonly LazyCommand[] = [
  // practise
  // tasks
  // circuit
  {
    name: 'circuit stats',
    summary: 'Count the gates, levels and latches of a circuit.',
    load: async () => (await import('./commands/circuit-stats.ts')).circuitStatsCommand,
  },
  {
    name: 'circuit convert',
    summary: 'Write a circuit in another format.',
    load: async () => (await import('./commands/circuit-convert.ts')).circuitConvertCommand,
  },
  // sat
  // bench
  // runs
  // audit
  // doctor
];
