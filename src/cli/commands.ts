import type { Command } from './command.ts';

/** A command that is loaded only when it is asked for. */
export interface LazyCommand {
  readonly name: string;
  readonly summary: string;
  /** Reads the config file: its workspace, its seed, and the section of this name as values of the flags. */
  readonly config?: boolean;
  load(): Promise<Command>;
}

/** All commands, in the order `pawl --help` shows them. Their files load lazily, so `pawl --version` stays fast. */
export const commands: readonly LazyCommand[] = [
  // practise
  {
    name: 'practise',
    summary: 'let a baseline learner practise one template, each change gated and certified',
    config: true,
    load: async () => (await import('./commands/practise.ts')).practiseCommand,
  },
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
    name: 'circuit equiv',
    summary: 'say whether two circuits are equal, with a proof or a counterexample',
    load: async () => (await import('./commands/circuit-equiv.ts')).circuitEquivCommand,
  },
  // sat
  // bench
  {
    name: 'bench micro',
    summary: 'measure experts and machine steps, beside native code where a C compiler is present',
    load: async () => (await import('./commands/bench-micro.ts')).benchMicroCommand,
  },
  // runs
  {
    name: 'runs list',
    summary: 'list the runs of the workspace',
    config: true,
    load: async () => (await import('./commands/runs-list.ts')).runsList,
  },
  {
    name: 'runs show',
    summary: 'show one run',
    config: true,
    load: async () => (await import('./commands/runs-show.ts')).runsShow,
  },
  {
    name: 'runs diff',
    summary: 'say where two runs part',
    config: true,
    load: async () => (await import('./commands/runs-diff.ts')).runsDiff,
  },
  {
    name: 'runs export',
    summary: 'write a run as JSON lines or as a page',
    config: true,
    load: async () => (await import('./commands/runs-export.ts')).runsExport,
  },
  // audit
  {
    name: 'audit',
    summary: 'check every certificate of a run again',
    config: true,
    load: async () => (await import('./commands/audit.ts')).auditCommand,
  },
  // doctor
  {
    name: 'doctor',
    summary: 'say what this machine has, and what to do about what is missing',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
];
