import type { Command, LazyCommand } from '#app/cli';
import { suites } from '../suites.ts';

/** A benchmark can be watched, and a signal ends it with all that it started. */
async function watchedBench(command: Command): Promise<Command> {
  const { exitOnSignal, watched } = await import('#app/cli');
  return watched(exitOnSignal(command));
}

/** `pawl bench …`, in the order of its help. Their files load lazily. */
export const benchCommands: readonly LazyCommand[] = [
  {
    name: 'bench all',
    summary: 'run all benchmarks of the machine, or some, with one report',
    load: async () => watchedBench((await import('./bench-all.ts')).benchAll),
  },
  ...suites.map((row) => ({
    name: `bench ${row.name}`,
    summary: row.summary,
    load: async () => watchedBench((await import('./bench-suite.ts')).benchSuiteCommand(row)),
  })),
  {
    name: 'bench vary',
    summary: 'run one task at sizes of your own, with learners of your own beside',
    load: async () => watchedBench((await import('./bench-vary.ts')).benchVaryCommand),
  },
  {
    name: 'bench evolve',
    summary: 'ablate the pipeline of evolve: arms × seeds, beside plain learners',
    load: async () => (await import('#app/cli')).watched((await import('./bench-evolve.ts')).benchEvolveCommand),
  },
  {
    name: 'bench train',
    summary: 'let ways to train a skill compete in simulated worlds whose truth is known',
    load: async () => watchedBench((await import('./bench-train.ts')).benchTrainCommand),
  },
  {
    name: 'bench selfplay',
    summary: 'steer self-play in five ways at equal judge calls, in worlds whose truth is known',
    load: async () => watchedBench((await import('./bench-selfplay.ts')).benchSelfPlayCommand),
  },
  {
    name: 'bench faults',
    summary: 'kill, damage and cut things, and count what is lost',
    load: async () => watchedBench((await import('./bench-faults.ts')).benchFaultsCommand),
  },
];
