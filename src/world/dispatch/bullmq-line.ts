import { type Queue, type QueueEvents, UnrecoverableError, type WorkerOptions } from 'bullmq';
import { jobPolicy, type Line, type TakenJob, type TakeOptions, Unworkable } from './queue.ts';

/** What is used of the queue's own class; it is the same over Redis and over PostgreSQL. */
type AnyQueue = Pick<
  Queue,
  'add' | 'getJobState' | 'remove' | 'setGlobalConcurrency' | 'setGlobalRateLimit' | 'close'
> & {
  on(event: 'error', listener: () => void): unknown;
};
type AnyEvents = Pick<QueueEvents, 'close'> & {
  on(event: 'completed', listener: (told: { readonly jobId: string }) => void): unknown;
  on(event: 'failed', listener: (told: { readonly jobId: string; readonly failedReason: string }) => void): unknown;
  on(event: 'error', listener: () => void): unknown;
};

export function createLine(queue: AnyQueue, events: AnyEvents): Line {
  // Connecting again is the library's business; whoever waits has a limit of their own.
  queue.on('error', () => undefined);
  events.on('error', () => undefined);
  return {
    add: (kind, data, options) => queue.add(kind, data, { ...jobPolicy, ...options }),
    stateOf: (key) => queue.getJobState(key),
    // One that a worker holds stays.
    remove: async (key) => void (await queue.remove(key).catch(() => 0)),
    async limit({ atOnce, perSecond }) {
      if (atOnce !== undefined) await queue.setGlobalConcurrency(atOnce);
      if (perSecond !== undefined) await queue.setGlobalRateLimit(perSecond, 1000);
    },
    onEnd(tell) {
      events.on('completed', ({ jobId }) => tell(jobId));
      events.on('failed', ({ jobId, failedReason }) => tell(jobId, failedReason));
    },
    async close() {
      await Promise.allSettled([events.close(), queue.close()]);
    },
  };
}

/** The options of a worker, and its work as the library takes it. */
export function takerOf(
  work: (job: TakenJob) => Promise<void>,
  { width, lockMs }: TakeOptions,
): {
  readonly process: (job: TakenJob) => Promise<null>;
  readonly options: Omit<WorkerOptions, 'connection'>;
} {
  return {
    async process(job) {
      try {
        await work(job);
      } catch (error) {
        if (error instanceof Unworkable) throw new UnrecoverableError(error.message);
        throw error;
      }
      return null;
    },
    options: {
      concurrency: width,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: 100,
      drainDelay: 1,
    },
  };
}
