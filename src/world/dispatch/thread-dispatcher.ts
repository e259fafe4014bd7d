import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Json } from '#foundation/contracts';
import type { Dispatcher } from '#foundation/contracts/ports';
import { createDispatcher } from './create-dispatcher.ts';
import { type JobEnd, type NamedJob, unwrapEnd } from './run-named-job.ts';

export interface ThreadOptions {
  /** One per core unless told. */
  readonly threads?: number;
  /** A module that exports `createPlace(settings): JobPlace`; each thread loads it once. */
  readonly module: URL;
  readonly settings?: Json;
}

/** Threads that run jobs by the name of their kind. */
export interface JobThreads {
  run(job: NamedJob, signal?: AbortSignal): Promise<JobEnd>;
  close(): Promise<void>;
}

/**
 * Runs jobs in worker threads, which are started when they are first needed. A job that is aborted ends its thread: work that computes
 * listens to nobody.
 */
export function createThreadDispatcher(options: ThreadOptions): Dispatcher {
  const { threads = availableParallelism() } = options;
  const pool = createJobThreads({ ...options, threads });
  return createDispatcher({
    width: threads,
    execute: async ({ kind, inputs, signal }) => unwrapEnd(await pool.run({ kind, inputs }, signal)),
    close: () => pool.close(),
  });
}

export function createJobThreads({
  threads = availableParallelism(),
  module,
  settings = null,
}: ThreadOptions): JobThreads {
  const isSource = module.pathname.endsWith('.ts');
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./thread-entry.mjs', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    // By default an idle thread blocks, and could not load what it needs.
    atomics: 'disabled',
    idleTimeout: 10_000,
    workerData: { place: { module: module.href, settings, isSource } },
    execArgv: [],
  });
  return {
    run: (job, signal) => pool.run({ ...job }, signal === undefined ? {} : { signal }),
    close: () => pool.destroy(),
  };
}
