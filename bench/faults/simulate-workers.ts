import type { Rng } from '#foundation/kernel';

/** What decides how fast many workers are. Times are means, in milliseconds per job. */
export interface WorkersModel {
  readonly workers: number;
  /** Workers that share the processors of one machine. */
  readonly perMachine: number;
  /** What a job waits for alone: a provider, and ways that are not shared. */
  readonly aloneMs: number;
  /** What it needs of the machine of its worker, where those of one machine stand in line. */
  readonly machineMs: number;
  /** What it needs of the queue and of the coordinator, where all stand in line. */
  readonly serialMs: number;
}

/**
 * A closed network: each worker has one job at a time, which goes round between a delay (`aloneMs`), its machine and the one server of all.
 * Every job is played; services at the machines and at the server are exponential, as their line is of requests of many kinds. Jobs per second
 * over all of them.
 */
export function simulateWorkers(model: WorkersModel, jobs: number, rng: Rng): number {
  const { workers, perMachine, aloneMs, machineMs, serialMs } = model;
  const line = createTimeline(workers);
  const isAtServer = new Uint8Array(workers);
  const machineFree = new Float64Array(Math.ceil(workers / perMachine));
  let [serverFree, done, last] = [0, 0, 0];
  while (done < jobs) {
    const { worker, at } = line.next();
    if (isAtServer[worker] === 0) {
      const machine = Math.floor(worker / perMachine);
      machineFree[machine] = Math.max(machineFree[machine]!, at) + exponential(machineMs, rng);
      isAtServer[worker] = 1;
      line.delay(machineFree[machine]);
    } else {
      serverFree = Math.max(serverFree, at) + exponential(serialMs, rng);
      isAtServer[worker] = 0;
      done += 1;
      last = serverFree + aloneMs;
      line.delay(last);
    }
  }
  return (1000 * jobs) / last;
}

/** Inverse of the distribution function: −m ln(1 − u). */
function exponential(mean: number, rng: Rng): number {
  return -mean * Math.log1p(-rng.float());
}

/** When each of so many is due: the first of them, and to put that one off. A binary heap over their times. */
function createTimeline(count: number): {
  next(): { readonly worker: number; readonly at: number };
  delay(until: number): void;
} {
  const times = new Float64Array(count);
  const heap = Int32Array.from({ length: count }, (_, i) => i);
  const timeAt = (place: number): number => times[heap[place]!]!;
  return {
    next: () => ({ worker: heap[0]!, at: timeAt(0) }),
    delay(until) {
      times[heap[0]!] = until;
      for (let place = 0; ;) {
        let least = place;
        for (const child of [2 * place + 1, 2 * place + 2]) {
          if (child < count && timeAt(child) < timeAt(least)) least = child;
        }
        if (least === place) return;
        [heap[place], heap[least]] = [heap[least]!, heap[place]!];
        place = least;
      }
    },
  };
}

/**
 * The same network on one machine, solved: with N jobs, R_k = s_k (1 + Q_k(N − 1)), X = N / (Z + Σ R_k), Q_k = X R_k.
 *
 * @source Reiser, Lavenberg, Mean-Value Analysis of Closed Multichain Queuing Networks, J. ACM 27(2), 1980
 */
export function meanThroughput({ workers, aloneMs, machineMs, serialMs }: Omit<WorkersModel, 'perMachine'>): number {
  let [machineLength, serverLength, perMs] = [0, 0, 0];
  for (let n = 1; n <= workers; n += 1) {
    const [atMachine, atServer] = [machineMs * (1 + machineLength), serialMs * (1 + serverLength)];
    perMs = n / (aloneMs + atMachine + atServer);
    [machineLength, serverLength] = [perMs * atMachine, perMs * atServer];
  }
  return 1000 * perMs;
}

/** Jobs per second with so many workers, on one machine. */
export interface Measured {
  readonly workers: number;
  readonly jobsPerSecond: number;
}

/** How much of a job's time is its machine's, such that the largest relative error over what was measured is least; one worker is met. */
export function fitWorkers(
  measured: readonly Measured[],
  serialMs: number,
): Omit<WorkersModel, 'workers' | 'perMachine'> {
  const wholeMs = 1000 / measured.find(({ workers }) => workers === 1)!.jobsPerSecond;
  const most = Math.max(0, wholeMs - serialMs);
  const models = Array.from({ length: 1001 }, (_, i) => {
    const machineMs = (most * i) / 1000;
    return { aloneMs: most - machineMs, machineMs, serialMs };
  });
  const errorOf = (model: (typeof models)[number]): number =>
    Math.max(
      ...measured.map(({ workers, jobsPerSecond }) =>
        Math.abs(meanThroughput({ ...model, workers }) / jobsPerSecond - 1),
      ),
    );
  return models.reduce((best, model) => (errorOf(model) < errorOf(best) ? model : best));
}
