import type { AnyJobKind } from '#foundation/contracts/ports';
import { Fault, type Hash, hashOf } from '#foundation/kernel';
import { createSeal, type JobOrder } from './job-wire.ts';
import { openQueueServer } from './open-queue-server.ts';
import {
  isKindLane,
  kindLane,
  kindSeconds,
  laneName,
  otherKind,
  type QueueAddress,
  type SharedStore,
  type TakenJob,
  type Taker,
  Unworkable,
  workLane,
} from './queue.ts';
import type { JobEnd, NamedJob } from './run-named-job.ts';

export interface QueueWorkerOptions extends QueueAddress {
  readonly key: string;
  /** The kinds that this worker was started for; others are left to other workers' attempts. */
  readonly kinds: readonly AnyJobKind[];
  /** Jobs at once: so many that compute, and so many of each lane that wait for others. */
  readonly width: { readonly work: number; readonly calls: number };
  /** Runs one job here: what computes in threads, so that this one stays free to tell the queue that it lives. */
  run(job: NamedJob, lane: string): Promise<JobEnd>;
  /** Told of every job that ended, and of what is refused. */
  tell?(what: string): void;
  /** A worker that is silent for so long is taken for dead, and its jobs go to another. */
  readonly lockMs?: number;
}

export interface QueueWorker {
  readonly done: () => number;
  /** Finishes what is under way, then lets go. */
  close(): Promise<void>;
}

/** How often to look for lanes that a coordinator opened. */
const lookForLanesMs = 500;
/** Whoever reaches the queue cannot make a worker open more lines than this. */
const mostLanes = 64;

/**
 * Takes jobs from a queue. Only orders sealed with the key run, only of kinds that it was started for, and only under the hash of
 * what they say. The result is stored before the queue hears that the job is done.
 */
export function createQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const { kinds, width, lockMs = 10_000 } = options;
  const tell = (what: string): void => options.tell?.(what);
  const seal = createSeal(options.key);
  const server = openQueueServer(options);
  const { shared } = server;
  const open = (job: TakenJob): JobOrder => {
    const order = seal.openOrder(job.data);
    requireOwn(order, job.id, kinds);
    return order;
  };
  let done = 0;

  const work = async (job: TakenJob, lane: string): Promise<void> => {
    let order: JobOrder;
    try {
      order = open(job);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      tell(`refused a job: ${why}`);
      throw new Unworkable(why);
    }
    const { key, kind, inputs } = order;
    if ((await shared.result(key)) !== undefined) return;
    const end = await options.run({ kind, inputs, blobs: await fetchBlobs(order.blobs, shared) }, lane);
    await shared.keepResult(key, seal.reply(key, end));
    done += 1;
    tell(`${kind} ${key.slice(0, 12)}`);
  };

  const takers = new Map<string, Taker>();
  const take = (lane: string): void => {
    if (takers.has(lane) || takers.size >= mostLanes || !laneName.test(lane)) return;
    const places = lane === workLane || isKindLane(lane) ? width.work : width.calls;
    takers.set(
      lane,
      server.take(lane, (job) => work(job, lane), { width: places, lockMs }),
    );
  };
  take(workLane);
  const own = new Set(kinds.map(({ kind }) => kindLane(kind)));
  const look = async (): Promise<void> => {
    // A server that is away is asked again at the next look.
    for (const lane of await shared.lanes().catch(() => [])) if (!isKindLane(lane) || own.has(lane)) take(lane);
  };
  const say = (): void => void shared.sayKinds(kinds.map(({ kind }) => kind)).catch(() => undefined);
  say();
  const saying = setInterval(say, (1000 * kindSeconds) / 3);
  let looking = look();
  const timer = setInterval(() => {
    looking = look();
  }, lookForLanesMs);
  return {
    done: () => done,
    async close() {
      clearInterval(timer);
      clearInterval(saying);
      await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, lookForLanesMs))]);
      await Promise.all([...takers.values()].map((taker) => taker.close()));
      await server.close();
    },
  };
}

function requireOwn({ kind, inputs, key }: JobOrder, id: string | undefined, kinds: readonly AnyJobKind[]): void {
  if (id !== key || hashOf({ kind, inputs }) !== key) {
    throw new Fault('dispatch/not-sealed', 'a job is not the one that its hash names');
  }
  if (!kinds.some((each) => each.kind === kind)) throw new Fault('dispatch/unknown-kind', otherKind(kind));
}

async function fetchBlobs(hashes: readonly Hash[], shared: SharedStore): Promise<ReadonlyMap<Hash, Uint8Array>> {
  const held = new Map<Hash, Uint8Array>();
  for (const hash of hashes) {
    const bytes = await shared.blob(hash);
    if (bytes === undefined) throw new Fault('dispatch/no-blob', `blob ${hash} is not beside the queue`);
    held.set(hash, bytes);
  }
  return held;
}
