import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Dispatcher, Json } from '#contracts';
import { createDispatcher } from './create-dispatcher.ts';
import { type JobEnd, unwrapEnd } from './run-named-job.ts';

export interface ThreadOptions {
  /** One per core unless told. */
  readonly threads?: number;
  /** A module that exports `createPlace(settings): JobPlace`; each thread loads it once. */
  readonly module: URL;
  readonly settings?: Json;
}

/**
 * Runs jobs in worker threads, which are started when they are first needed. A job that is aborted ends its thread: work that computes
 * listens to nobody.
 */
export function createThreadDispatcher({
  threads = availableParallelism(),
  module,
  settings = null,
}: ThreadOptions): Dispatcher {
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
  return createDispatcher({
    width: threads,
    async execute({ kind, inputs, signal }) {
      const end: JobEnd = await pool.run({ kind, inputs }, { signal });
      return unwrapEnd(end);
    },
    close: () => pool.destroy(),
  });
}
