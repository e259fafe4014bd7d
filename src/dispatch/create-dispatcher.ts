import type { Dispatcher, JobData, JobKind, JobOptions } from '#contracts';
import { abortReason, Fault, type Hash, hashOf } from '#kernel';
import { createWaitingLine } from './waiting-line.ts';

/** A job as an adapter runs it. */
export interface PlacedJob {
  readonly key: Hash;
  readonly kind: JobKind<JobData, JobData>;
  readonly inputs: JobData;
  readonly priority: number;
  readonly signal: AbortSignal;
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
  readonly result: Promise<JobData>;
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

  const fly = (kind: JobKind<JobData, JobData>, inputs: JobData, key: Hash, priority: number): Flight => {
    const controller = new AbortController();
    const { signal } = controller;
    const work = async (): Promise<JobData> => {
      const leave = await line.enter(priority, signal);
      try {
        return read(kind, 'result', await place.execute({ key, kind, inputs, priority, signal }));
      } finally {
        leave();
      }
    };
    const flight: Flight = { result: work(), controller, waiting: 0 };
    flights.set(key, flight);
    const land = (): void => {
      if (flights.get(key) === flight) flights.delete(key);
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
      const key = keyOf(kind.kind, inputs);
      // Kinds are told apart by name alone, so what a flight gives was read by the schema of this kind.
      const erased = kind as unknown as JobKind<JobData, JobData>;
      const flight = flights.get(key) ?? fly(erased, read(erased, 'inputs', inputs), key, priority);
      return (await join(flight, signal, () => flights.delete(key))) as R;
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

/** The content hash of a job: equal for equal work, wherever and whenever it is asked for. */
export function keyOf(kind: string, inputs: JobData): Hash {
  return hashOf({ kind, inputs });
}

/** Holds data against one of a kind's schemas. */
function read(kind: JobKind<JobData, JobData>, what: 'inputs' | 'result', data: unknown): JobData {
  const parsed = kind[what].safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
  throw new Fault('dispatch/bad-data', `${what} of a job ${kind.kind}${where}: ${issue?.message ?? 'not readable'}`, {
    details: { kind: kind.kind, what },
  });
}

/** Waits for a flight until the signal is aborted; the last one to leave ends it. */
function join(flight: Flight, signal: AbortSignal | undefined, forget: () => void): Promise<JobData> {
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
