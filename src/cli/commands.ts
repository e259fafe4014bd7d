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
  {
    name: 'circuit simplify',
    summary: 'Make a circuit smaller, with a proof that it is still the same function.',
    load: async () => (await import('./commands/circuit-simplify.ts')).circuitSimplifyCommand,
  },
  // sat
  {
    name: 'sat',
    summary: 'Solve a DIMACS formula, with a proof if asked.',
    load: async () => (await import('./commands/sat.ts')).satCommand,
  },
  {
    name: 'sat check',
    summary: 'Check a DRAT or LRAT proof against its formula.',
    load: async () => (await import('./commands/sat-check.ts')).satCheckCommand,
  },
  // bench
  {
    name: 'bench sat',
    summary: 'Time the SAT solver beside MiniSat, and its proofs.',
    load: async () => (await import('./commands/bench-sat.ts')).benchSatCommand,
  },
  {
    name: 'bench circuit',
    summary: 'Compare simplified circuits with those of ABC, and time equivalence proofs.',
    load: async () => (await import('./commands/bench-circuit.ts')).benchCircuitCommand,
  },
  // runs
  // audit
  // doctor
];
