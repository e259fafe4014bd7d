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
  {
    name: 'tasks list',
    summary: 'list the families of tasks, or describe one',
    load: async () => (await import('./commands/tasks-list.ts')).tasksList,
  },
  {
    name: 'tasks sample',
    summary: 'print fresh tasks with their answers',
    load: async () => (await import('./commands/tasks-sample.ts')).tasksSample,
  },
  {
    name: 'tasks play',
    summary: 'play a task in the terminal',
    load: async () => (await import('./commands/tasks-play.ts')).tasksPlay,
  },
  {
    name: 'tasks check',
    summary: 'check oracles, verifiers, balance and speed',
    load: async () => (await import('./commands/tasks-check.ts')).tasksCheck,
  },
  {
    name: 'tasks score',
    summary: 'score the replies of any model',
    load: async () => (await import('./commands/tasks-score.ts')).tasksScore,
  },
  {
    name: 'tasks export',
    summary: 'write a set of tasks for other tools',
    load: async () => (await import('./commands/tasks-export.ts')).tasksExport,
  },
  {
    name: 'tasks gallery',
    summary: 'write a page with an instance of every template',
    load: async () => (await import('./commands/tasks-gallery.ts')).tasksGallery,
  },
  // circuit
  // sat
  // bench
  // runs
  // audit
  // doctor
];
