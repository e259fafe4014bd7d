import { type Hash, hashOf } from '#foundation/kernel';

/** Where jobs wait: a server of Redis or PostgreSQL, with its password and TLS in the address. */
export interface QueueAddress {
  readonly url: string;
  /** Names of different teams on one server do not meet. */
  readonly name?: string | undefined;
}

/** Results and blobs are kept so long for whoever asks again. */
export const keepSeconds = 86_400;

/** What a worker said of its kinds holds so long. */
export const kindSeconds = 30;

/** How a worker refuses a job of a kind that it was not started for. */
export const otherKind = (kind: string): string => `this worker does not run ${kind}`;

/** The lane of work that computes. */
export const workLane = 'jobs';

/** The lane of work of one kind: only workers that were started for the kind take from it. */
export const kindLane = (kind: string): string => `kind-${hashOf(kind).slice(0, 16)}`;
export const isKindLane = (lane: string): boolean => lane.startsWith('kind-');

/** Others work on its line only where a lane is named so. */
export const laneName = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** What lies beside the lines of a queue: results and blobs by content hash, and which lanes there are. */
export interface SharedStore {
  result(key: Hash): Promise<string | undefined>;
  keepResult(key: Hash, text: string): Promise<void>;
  dropResult(key: Hash): Promise<void>;
  /** Undefined too where the bytes are not those of the hash. */
  blob(hash: Hash): Promise<Uint8Array | undefined>;
  keepBlob(hash: Hash, bytes: Uint8Array): Promise<void>;
  lanes(): Promise<readonly string[]>;
  addLane(lane: string): Promise<void>;
  /** Says for `kindSeconds` that there is a worker for these kinds. */
  sayKinds(kinds: readonly string[]): Promise<void>;
  hasKind(kind: string): Promise<boolean>;
}

/** One line of jobs, as a coordinator uses it. */
export interface Line {
  add(kind: string, data: object, options: LineOptions): Promise<unknown>;
  /** `unknown` where it is not there. */
  stateOf(key: Hash): Promise<string>;
  /** Takes a job out that nobody works on. */
  remove(key: Hash): Promise<void>;
  limit(limits: { readonly atOnce?: number | undefined; readonly perSecond?: number | undefined }): Promise<void>;
  /** Told of every job that ended; of one that was refused, why. */
  onEnd(tell: (key: Hash, refusal?: string) => void): void;
  close(): Promise<void>;
}

interface LineOptions {
  readonly jobId: Hash;
  readonly priority: number;
}

/** A job as a worker takes it. */
export interface TakenJob {
  readonly id?: string | undefined;
  readonly data: unknown;
}

export interface TakeOptions {
  /** Jobs at once. */
  readonly width: number;
  /** A worker that is silent for so long is taken for dead, and its jobs go to another. */
  readonly lockMs: number;
}

/** Works on the jobs of a line until it is closed; what `work` throws is tried again, unless it is an `Unworkable`. */
export interface Taker {
  /** Waits for what is under way, unless told. */
  close(atOnce?: boolean): Promise<void>;
}

/** Why no further try of a job can help. */
export class Unworkable extends Error {}

/** A server of queues. */
export interface QueueServer {
  readonly shared: SharedStore;
  line(lane: string): Line;
  take(lane: string, work: (job: TakenJob) => Promise<void>, options: TakeOptions): Taker;
  close(): Promise<void>;
}

/** How jobs are retried and forgotten. */
export const jobPolicy = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: { age: 3600, count: 10_000 },
  removeOnFail: true,
} as const;

/**
 * A priority as the queue counts it, whole numbers from 1 that go first when small:
 *
 *     1 + round(10⁶ (1 − p / (1 + |p|)))
 */
export function queuePriority(priority: number): number {
  return 1 + Math.round(1_000_000 * (1 - priority / (1 + Math.abs(priority))));
}
