import { setTimeout as wait } from 'node:timers/promises';
import type { Blobs, Dispatcher } from '#foundation/contracts/ports';
import { abortReason, Fault, type Hash } from '#foundation/kernel';
import { createDispatcher, type PlacedJob } from './create-dispatcher.ts';
import { createSeal } from './job-wire.ts';
import { openQueueServer } from './open-queue-server.ts';
import {
  kindLane,
  type Line,
  otherKind,
  type QueueAddress,
  queuePriority,
  type QueueServer,
  workLane,
} from './queue.ts';
import { unwrapEnd } from './run-named-job.ts';

export interface QueueOptions extends QueueAddress {
  /** What coordinator and workers share: jobs are sealed with it, and so are results. */
  readonly key: string;
  /** Jobs of this coordinator in the queue at once. */
  readonly width?: number | undefined;
  /** Jobs of one lane at work at once, of all coordinators and on all workers. */
  readonly atOnce?: number | undefined;
  /** Jobs of a lane begun per second, on all workers: the limit of a provider that they all call. */
  readonly perSecond?: ((lane: string) => number | undefined) | undefined;
  readonly blobs?: Blobs;
}

/** How often to look for a result that no event told of: the server may have restarted in between. */
const lookAgainMs = 1000;
/** Looks of all jobs that wait, together: what they cost must not grow with the length of the line. */
const looksPerSecond = 100;

/**
 * Runs jobs on other machines, through a queue. A job is named by its content hash: one that was asked for before is found, not
 * run again, by this process or any other. Its result is stored before the queue is told that it is done, so it survives the loss of either.
 */
export function createQueueDispatcher(options: QueueOptions): Dispatcher {
  const { width = 64, blobs = { getBlob: () => undefined } } = options;
  const seal = createSeal(options.key);
  const server = openQueueServer(options);
  const { shared } = server;
  const lanes = openLanes(server, options);

  const enqueue = async (line: Line, { key, kind, inputs, priority }: PlacedJob): Promise<void> => {
    const needed = hashesIn(inputs).filter((hash) => blobs.getBlob(hash) !== undefined);
    for (const hash of needed) await shared.keepBlob(hash, blobs.getBlob(hash)!);
    await line.add(kind, seal.order({ key, kind, inputs, blobs: needed }), {
      jobId: key,
      priority: queuePriority(priority),
    });
  };
  const take = async (line: Line, job: PlacedJob, text: string): Promise<unknown> => {
    const end = seal.openReply(job.key, text);
    if (!end.ok || !job.isKept(end.result)) {
      await shared.dropResult(job.key);
      await line.remove(job.key);
    }
    return unwrapEnd(end);
  };

  return createDispatcher({
    width,
    async execute(job) {
      let line = await lanes.line(job.lane ?? workLane);
      for (let round = 0; ; round += 1) {
        const text = await shared.result(job.key);
        if (text !== undefined) return take(line, job, text);
        if (job.signal.aborted) {
          await line.remove(job.key);
          throw abortReason(job.signal);
        }
        line = (await lanes.lineAfterRefusals(job)) ?? line;
        if (round === 0 || (await isGone(line, job.key))) await enqueue(line, job);
        await lanes.pause(job);
      }
    },
    async close() {
      await lanes.close();
      await server.close();
    },
  });
}

/** The lines that a coordinator has opened, and who waits for news of them. */
interface Lanes {
  line(lane: string): Promise<Line>;
  /** Waits for an event about the job, for the next look, or for nobody to want it any more. */
  pause(job: PlacedJob): Promise<void>;
  /**
   * Where work goes that a worker refused: to the line of its kind, while there is a worker for it. What several refuse and none will
   * take is a Fault. Nothing where the job stays on its line.
   */
  lineAfterRefusals(job: PlacedJob): Promise<Line | undefined>;
  close(): Promise<void>;
}

const mostRefusals = 3;
/** Each refusal of a call doubles the wait, from 50 ms to this. */
const longestWaitMs = 2000;

function openLanes(server: QueueServer, { atOnce, perSecond }: QueueOptions): Lanes {
  const lines = new Map<string, Promise<Line>>();
  const waiting = new Map<Hash, () => void>();
  const refusals = new Map<Hash, readonly string[]>();
  const open = async (lane: string): Promise<Line> => {
    const line = server.line(lane);
    line.onEnd((key, refusal) => {
      const wake = waiting.get(key);
      if (wake !== undefined && refusal !== undefined) refusals.set(key, [...(refusals.get(key) ?? []), refusal]);
      wake?.();
    });
    await line.limit({ atOnce, perSecond: perSecond?.(lane) });
    await server.shared.addLane(lane);
    return line;
  };
  const lineOf = (lane: string): Promise<Line> => {
    const line = lines.get(lane) ?? open(lane);
    lines.set(lane, line);
    return line;
  };
  return {
    line: lineOf,
    pause: (job) => pause(job, waiting),
    async lineAfterRefusals({ key, kind, lane = workLane }) {
      const reasons = refusals.get(key) ?? [];
      if (reasons.at(-1) === otherKind(kind) && (await server.shared.hasKind(kind))) {
        if (lane === workLane) return lineOf(kindLane(kind));
        // A lane of calls keeps its jobs, because its limits hold for one line.
        await wait(Math.min(longestWaitMs, 25 * 2 ** reasons.length));
        return undefined;
      }
      if (reasons.length < mostRefusals) return undefined;
      refusals.delete(key);
      throw new Fault('dispatch/refused', `no worker takes a job ${kind}: ${reasons.at(-1)}`, {
        details: { kind, key },
      });
    },
    async close() {
      for (const line of lines.values()) await (await line).close();
    },
  };
}

/** A server that lost it, or gave it up, is asked again; one that says it is done while the result was dropped, too. */
async function isGone(line: Line, key: Hash): Promise<boolean> {
  const state = await line.stateOf(key);
  if (state === 'completed') await line.remove(key);
  return state === 'unknown' || state === 'completed';
}

function pause({ key, signal }: PlacedJob, waiting: Map<Hash, () => void>): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      waiting.delete(key);
      resolve();
    };
    const timer = setTimeout(go, Math.max(lookAgainMs, (1000 * waiting.size) / looksPerSecond));
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
