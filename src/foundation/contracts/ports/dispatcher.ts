import type { z } from 'zod';
import type { Blobs } from './ports.ts';

/** What a job takes and gives: JSON data, with bytes as leaves. It can be hashed, sent and kept. */
export type JobData =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | readonly JobData[]
  | { readonly [key: string]: JobData | undefined };

/** What the place where a job runs gives it. */
export interface JobContext {
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Large inputs are named by hash and fetched here. */
  readonly blobs: Blobs;
}

/**
 * A kind of work that can run anywhere: in this process, in a thread, on another machine. `run` depends on nothing but its
 * inputs (chance is a seed path among them, effort a count), so the same inputs give the same result wherever it runs.
 * Both schemas are held wherever data enters: a place runs only kinds that it was started with, on inputs that they take.
 */
export interface JobKind<Inputs extends JobData, Result extends JobData> {
  /** `folder/verb-noun`, such as `evolve/practise-domain`. */
  readonly kind: string;
  readonly inputs: z.ZodType<Inputs>;
  readonly result: z.ZodType<Result>;
  run(inputs: Inputs, context: JobContext): Result | Promise<Result>;
  /**
   * For work that waits for others, such as a provider of models: whom it waits for, as `calls-openai`. Many of a lane are under way at
   * once on one machine, and a lane has one rate limit over all machines. Work that computes has no lane.
   */
  lane?(inputs: Inputs): string;
  /** Whether who asks again may be given this result; an outage is none to keep. Results are, unless told; what a job threw never is. */
  isKept?(result: Result): boolean;
}

/** A kind whose types are known only to itself: what a place keeps in its table. */
export interface AnyJobKind {
  readonly kind: string;
  readonly inputs: z.ZodType<JobData>;
  readonly result: z.ZodType<JobData>;
  run(inputs: never, context: JobContext): JobData | Promise<JobData>;
  lane?(inputs: never): string;
  isKept?(result: never): boolean;
}

export interface JobOptions {
  /** Higher goes first where there is a queue, ties in the order of asking; prio(Δ) of a patch, 0 unless told. */
  readonly priority?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Where work runs. A job is keyed by the hash of its kind and inputs: the same job asked for twice at once runs once. Nothing is
 * recorded here: a loop that must not repeat a job asks for it inside a journal step. What a job throws is thrown
 * here: a `Fault` with its code, from whatever machine.
 */
export interface Dispatcher {
  /** Jobs that can run at once; how a loop cuts its work into jobs must not depend on it, or runs would differ between machines. */
  readonly width: number;
  run<I extends JobData, R extends JobData>(kind: JobKind<I, R>, inputs: I, options?: JobOptions): Promise<R>;
  /** Ends what it started; jobs under way are rejected. */
  close(): Promise<void>;
}

/**
 * Runs one job per inputs, all asked for at once; results in the order of the inputs. All are awaited, then the failure of the
 * earliest is thrown, so a failing batch fails the same way wherever it runs.
 */
export async function runJobs<I extends JobData, R extends JobData>(
  dispatcher: Dispatcher,
  kind: JobKind<I, R>,
  inputs: readonly I[],
  options: JobOptions = {},
): Promise<R[]> {
  const settled = await Promise.allSettled(inputs.map((input) => dispatcher.run(kind, input, options)));
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
