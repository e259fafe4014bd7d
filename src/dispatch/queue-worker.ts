import { UnrecoverableError, Worker } from 'bullmq';
import type { AnyJobKind, Blobs, JobData } from '#contracts';
import { Fault, type Hash, hashOf } from '#kernel';
import { createSeal, type JobOrder } from './job-wire.ts';
import { connectQueue, createSharedStore, type QueueAddress, type SharedStore } from './queue.ts';
import type { JobEnd } from './run-named-job.ts';

export interface QueueWorkerOptions extends QueueAddress {
  readonly key: string;
  /** The kinds that this worker was started for; others are left to other workers' attempts. */
  readonly kinds: readonly AnyJobKind[];
  /** Jobs at once. */
  readonly width: number;
  /** Runs one job here: in threads, so that this one stays free to tell the queue that it lives. */
  run(kind: string, inputs: JobData, blobs: Blobs): Promise<JobEnd>;
  /** Told of every job that ended, and of what is refused. */
  tell?(what: string): void;
}

export interface QueueWorker {
  readonly done: () => number;
  /** Finishes what is under way, then lets go. */
  close(): Promise<void>;
}

/** A worker that is silent for so long is taken for dead, and its jobs go to another. */
const lockMs = 10_000;

/**
 * Takes jobs from a queue. Only orders sealed with the key run, only of kinds that it was started for, and only under the hash of
 * what they say. The result is stored before the queue hears that the job is done.
 */
export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { url, name = 'pawl', kinds, width } = options;
  const tell = (what: string): void => options.tell?.(what);
  const seal = createSeal(options.key);
  const client = connectQueue(url);
  const shared = createSharedStore(client, name);
  const allowed = new Set(kinds.map(({ kind }) => kind));
  let done = 0;

  const openOrder = (given: unknown, id: string | undefined): JobOrder => {
    const order = seal.openOrder(given);
    const { kind, inputs } = order;
    if (id !== order.key || hashOf({ kind, inputs }) !== order.key) {
      throw new Fault('dispatch/not-sealed', 'a job is not the one that its hash names');
    }
    if (!allowed.has(order.kind)) throw new Fault('dispatch/unknown-kind', `this worker does not run ${order.kind}`);
    return order;
  };

  const worker = new Worker(
    `${name}-jobs`,
    async (job) => {
      let order: JobOrder;
      try {
        order = openOrder(job.data, job.id);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        tell(`refused a job: ${why}`);
        throw new UnrecoverableError(why);
      }
      if ((await shared.result(order.key)) === undefined) {
        const end = await options.run(order.kind, order.inputs, await fetchBlobs(order.blobs, shared));
        await shared.keepResult(order.key, seal.reply(order.key, end));
        done += 1;
        tell(`${order.kind} ${order.key.slice(0, 12)}`);
      }
      return null;
    },
    {
      connection: connectQueue(url),
      concurrency: width,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: 100,
      drainDelay: 1,
    },
  );
  worker.on('error', () => undefined);
  return {
    done: () => done,
    async close() {
      await worker.close();
      client.disconnect();
    },
  };
}

async function fetchBlobs(hashes: readonly Hash[], shared: SharedStore): Promise<Blobs> {
  const held = new Map<Hash, Uint8Array>();
  for (const hash of hashes) {
    const bytes = await shared.blob(hash);
    if (bytes === undefined) throw new Fault('dispatch/no-blob', `blob ${hash} is not beside the queue`);
    held.set(hash, bytes);
  }
  return { getBlob: (hash) => held.get(hash) };
}
