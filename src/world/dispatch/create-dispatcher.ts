import type { Dispatcher, JobContext, JobData, JobKind, JobOptions } from '#foundation/contracts/ports';
import type { z } from 'zod';
import { abortReason, Fault, type Hash, hashOf } from '#foundation/kernel';
import { createWaitingLine } from './waiting-line.ts';

/** A job as an adapter runs it. */
export interface PlacedJob {
  readonly key: Hash;
  readonly kind: string;
  readonly inputs: JobData;
  readonly priority: number;
  /** Whom the work waits for; undefined where it computes. */
  readonly lane: string | undefined;
  readonly signal: AbortSignal;
  /** Whether a result may be given to others who ask. */
  isKept(result: unknown): boolean;
  /** Does the work in this process. */
  runHere(context: JobContext): unknown;
}

/** What differs between the places where work runs. */
export interface Place {
  /** Jobs that can run at once. */
  readonly width: number;
  /** Runs one job; what it gives is held against the kind's schema by the caller. */
  execute(job: PlacedJob): Promise<unknown>;
  close?(): Promise<void>;
}

interface Flight {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * What all dispatchers share: the key, one flight per key, the line before the places, and the schemas. A flight is
 * aborted when the last one who waits for it has given up.
 */
export function createDispatcher(place: Place): Dispatcher {
  const line = createWaitingLine(place.width);
  const flights = new Map<Hash, Flight>();
  let closed = false;

  const fly = (job: Omit<PlacedJob, 'signal'>): Flight => {
    const controller = new AbortController();
    const { signal } = controller;
    const work = async (): Promise<unknown> => {
      const leave = await line.enter(job.priority, signal);
      try {
        return await place.execute({ ...job, signal });
      } finally {
        leave();
      }
    };
    const flight: Flight = { result: work(), controller, waiting: 0 };
    flights.set(job.key, flight);
    const land = (): void => {
      if (flights.get(job.key) === flight) flights.delete(job.key);
    };
    flight.result.then(land, land);
    return flight;
  };

  return {
    width: place.width,
    async run<I extends JobData, R extends JobData>(kind: JobKind<I, R>, inputs: I, options: JobOptions = {}) {
      if (closed) throw new Fault('dispatch/closed', `cannot run ${kind.kind}: the dispatcher was closed`);
      const { signal, priority = 0 } = options;
      if (signal?.aborted === true) throw abortReason(signal);
      const key = hashOf({ kind: kind.kind, inputs });
      const begin = (): Flight => {
        const read = readAs(kind.inputs, inputs, `inputs of a job ${kind.kind}`);
        return fly({
          key,
          kind: kind.kind,
          inputs: read,
          priority,
          lane: kind.lane?.(read),
          isKept: (given) => kind.isKept?.(readAs(kind.result, given, `result of a job ${kind.kind}`)) ?? true,
          runHere: (context) => kind.run(read, context),
        });
      };
      const result = await join(flights.get(key) ?? begin(), signal, () => flights.delete(key));
      return readAs(kind.result, result, `result of a job ${kind.kind}`);
    },
    async close() {
      closed = true;
      const reason = new Fault('dispatch/closed', 'the dispatcher was closed');
      for (const { controller } of flights.values()) controller.abort(reason);
      await Promise.allSettled([...flights.values()].map(({ result }) => result));
      await place.close?.();
    },
  };
}

/** Holds data against a schema of a kind. */
export function readAs<T>(schema: z.ZodType<T>, data: unknown, what: string): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new Fault('dispatch/bad-data', `${what}${where}: ${issue?.message ?? 'not readable'}`, { details: { what } });
}

/** Waits for a flight until the signal is aborted; the last one to leave ends it. */
function join(flight: Flight, signal: AbortSignal | undefined, forget: () => void): Promise<unknown> {
  flight.waiting += 1;
  if (signal === undefined) return flight.result;
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      flight.waiting -= 1;
      reject(abortReason(signal));
      if (flight.waiting > 0) return;
      forget();
      flight.controller.abort(abortReason(signal));
    };
    signal.addEventListener('abort', giveUp, { once: true });
    const settle = (): void => signal.removeEventListener('abort', giveUp);
    flight.result.finally(settle).then(resolve, reject);
  });
}
