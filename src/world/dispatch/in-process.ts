import type { Blobs, Dispatcher } from '#foundation/contracts/ports';
import { createDispatcher } from './create-dispatcher.ts';

export interface InProcessOptions {
  /** Jobs at once; more than one only helps where jobs wait for something. */
  readonly width?: number;
  readonly blobs?: Blobs;
}

/** Runs jobs in this process, one after another unless told. */
export function createInProcessDispatcher(options: InProcessOptions = {}): Dispatcher {
  const { width = 1, blobs = { getBlob: () => undefined } } = options;
  return createDispatcher({
    width,
    execute: async (job) => job.runHere({ signal: job.signal, blobs }),
  });
}
