import { z } from 'zod';
import type { Json } from '#foundation/contracts';
import type { BenchList, BenchResult } from './views/bench-view.ts';
import type { MachineTrace, MachineView } from './views/machine-view.ts';

/** What a checker said of one certificate. */
export const Checked = z.strictObject({ ok: z.boolean(), why: z.string().nullable() });
export type Checked = z.infer<typeof Checked>;

const StartField = z.strictObject({
  name: z.string(),
  /** Whether it is a flag of the command, or a setting of its section in the config file. */
  place: z.enum(['flag', 'setting']),
  kind: z.enum(['boolean', 'number', 'text']),
  says: z.string(),
  allowed: z.string(),
  options: z.array(z.string()),
  preset: z.string().nullable(),
});
export type StartField = z.infer<typeof StartField>;

/** What is asked before a run is started. */
export const StartForm = z.strictObject({
  command: z.string(),
  /** Config files and tables of the folder that may be chosen. */
  configs: z.array(z.string()),
  files: z.array(z.string()),
  fields: z.array(StartField),
});
export type StartForm = z.infer<typeof StartForm>;

export const StartAsked = z.strictObject({
  command: z.string().max(40),
  config: z.string().max(500).optional(),
  file: z.string().max(500).optional(),
  values: z.record(z.string().max(60), z.string().max(300)).default({}),
});
export type StartAsked = z.infer<typeof StartAsked>;

/** A task at a level, drawn by its number. */
export interface AskedTask {
  readonly slot: string;
  readonly task: number;
}

/** What the server may do beyond reading the store; the command line fills it, so that this folder needs no learner. */
export interface ServerPorts {
  /** Bytes that the store takes on disk, those that it may, where somebody said so, and where it lies. */
  house(): { readonly bytes: number; readonly quota: number | null; readonly store: string };
  /** Checks one certificate again, from the store alone. */
  check(run: string, certificate: string): Promise<Checked>;
  /** The machine that a run of evolve ended with, or has by now. */
  machine(run: string): Promise<MachineView>;
  /** Lets that machine do a task, and tells every step of it. */
  stepMachine(run: string, asked: AskedTask): Promise<MachineTrace>;
  /** Results of benchmarks that lie in the folder of results. */
  benchmarks(): BenchList;
  benchmark(name: string): BenchResult;
  /** What can be started, and what each asks. */
  forms(): Promise<readonly StartForm[]>;
  /** Starts a run in a process of its own; the run is named where the process recorded it within a few seconds. */
  start(asked: StartAsked): Promise<{ readonly pid: number; readonly run: string | null }>;
  /** The same for a run that stands open. */
  resume(run: string): Promise<{ readonly pid: number; readonly run: string | null }>;
  /** Keeps what a person noted of a run, or of one of its recorded calls; null drops it. */
  note(run: string, content: Json | null, call?: string): void;
  /** Deletes runs with all that only they use. */
  deleteRuns(runs: readonly string[]): void;
  /** Families of tasks that can be practised. */
  tasks(): Promise<
    readonly { readonly name: string; readonly domain: string; readonly levels: number; readonly says: string }[]
  >;
  /** Asks the process of a run to stop; the run stays open and can be resumed. */
  stop(run: string): Promise<void>;
}
