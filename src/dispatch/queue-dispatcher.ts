import { Queue, QueueEvents } from 'bullmq';
import type { Blobs, Dispatcher } from '#contracts';
import { abortReason, Fault, type Hash } from '#kernel';
import { createDispatcher, type PlacedJob } from './create-dispatcher.ts';
import { createSeal } from './job-wire.ts';
import { connectQueue, createSharedStore, type QueueAddress, queuePriority } from './queue.ts';
import { unwrapEnd } from './run-named-job.ts';

export interface QueueOptions extends QueueAddress {
  /** What coordinator and workers share: jobs are sealed with it, and so are results. */
  readonly key: string;
  /** Jobs of this coordinator in the queue at once. */
  readonly width?: number | undefined;
  /** Jobs of all coordinators at work at once, on all workers. */
  readonly atOnce?: number | undefined;
  /** Jobs begun per second, on all workers: the limit of a provider that they all call. */
  readonly perSecond?: number | undefined;
  readonly blobs?: Blobs;
}

/** How often to look for a result that no event told of: the server may have restarted in between. */
const lookAgainMs = 1000;

/**
 * Runs jobs on other machines, through a queue in Redis. A job is named by its content hash: one that was asked for before is found, not
 * run again, by this process or any other. Its result is stored before the queue is told that it is done, so it survives the loss of either.
 */
export function createQueueDispatcher(options: QueueOptions): Dispatcher {
  const { url, name = 'pawl', width = 64, blobs = { getBlob: () => undefined } } = options;
  const seal = createSeal(options.key);
  const clients = [connectQueue(url), connectQueue(url), connectQueue(url)] as const;
  const shared = createSharedStore(clients[0], name);
  const queue = new Queue(`${name}-jobs`, { connection: clients[1] });
  const events = new QueueEvents(`${name}-jobs`, { connection: clients[2] });
  const ready = prepare(queue, options);
  const waiting = new Map<Hash, () => void>();
  const refusals = new Map<Hash, readonly string[]>();
  const wake = ({ jobId }: { readonly jobId: string }): void => waiting.get(jobId)?.();
  events.on('completed', wake);
  events.on('failed', ({ jobId, failedReason }) => {
    if (waiting.has(jobId)) refusals.set(jobId, [...(refusals.get(jobId) ?? []), failedReason]);
    wake({ jobId });
  });
  events.on('error', () => undefined);
  queue.on('error', () => undefined);

  const enqueue = async ({ key, kind, inputs, priority }: PlacedJob): Promise<void> => {
    const needed = hashesIn(inputs).filter((hash) => blobs.getBlob(hash) !== undefined);
    for (const hash of needed) await shared.keepBlob(hash, blobs.getBlob(hash)!);
    await queue.add(kind, seal.order({ key, kind, inputs, blobs: needed }), {
      jobId: key,
      priority: queuePriority(priority),
      attempts: 5,
      backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
      removeOnComplete: { age: 3600, count: 10_000 },
      removeOnFail: true,
    });
  };

  return createDispatcher({
    width,
    async execute(job) {
      await ready;
      for (let round = 0; ; round += 1) {
        const text = await shared.result(job.key);
        if (text !== undefined) return unwrapEnd(seal.openReply(job.key, text));
        if (job.signal.aborted) throw abortReason(job.signal);
        requireTaken(job, refusals);
        // Also where it was there: a server that lost it, or gave it up, is asked again; one that has it does nothing.
        if (round === 0 || (await queue.getJobState(job.key)) === 'unknown') await enqueue(job);
        await pause(job, waiting);
      }
    },
    async close() {
      await Promise.allSettled([events.close(), queue.close()]);
      for (const client of clients) client.disconnect();
    },
  });
}

/** Another worker may take what one refuses; what several refuse, none will take. */
const mostRefusals = 3;

function requireTaken({ key, kind }: PlacedJob, refusals: Map<Hash, readonly string[]>): void {
  const reasons = refusals.get(key) ?? [];
  if (reasons.length < mostRefusals) return;
  refusals.delete(key);
  throw new Fault('dispatch/refused', `no worker takes a job ${kind}: ${reasons.at(-1)}`, { details: { kind, key } });
}

async function prepare(queue: Queue, { atOnce, perSecond }: QueueOptions): Promise<void> {
  if (atOnce !== undefined) await queue.setGlobalConcurrency(atOnce);
  if (perSecond !== undefined) await queue.setGlobalRateLimit(perSecond, 1000);
}

/** Waits for an event about the job, for the next look, or for nobody to want it any more. */
function pause({ key, signal }: PlacedJob, waiting: Map<Hash, () => void>): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      waiting.delete(key);
      resolve();
    };
    const timer = setTimeout(go, lookAgainMs);
    signal.addEventListener('abort', go, { once: true });
    waiting.set(key, go);
  });
}

/** Texts within inputs that look like content hashes. */
function hashesIn(inputs: unknown): readonly Hash[] {
  if (typeof inputs === 'string') return /^[0-9a-f]{64}$/.test(inputs) ? [inputs] : [];
  if (typeof inputs !== 'object' || inputs === null || inputs instanceof Uint8Array) return [];
  return [...new Set(Object.values(inputs).flatMap(hashesIn))];
}
