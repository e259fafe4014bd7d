/** What decides how fast many workers are. */
export interface WorkersModel {
  readonly workers: number;
  /** Jobs under way at once on each. */
  readonly inFlight: number;
  readonly jobs: number;
  /** What a job waits for: a provider. */
  readonly latencyMs: number;
  /** What each job costs beside, in parallel on its worker: taking it, running it, keeping its result. */
  readonly overheadMs: number;
  /** What each job costs one after another: the queue and the coordinator. */
  readonly serialMs: number;
}

/**
 * A closed network of two stations: `workers · inFlight` jobs go round between one server that serves them one after another
 * (`serialMs` each) and a delay in parallel (`latencyMs + overheadMs`). Every job is played, in the order of asking; times are constant,
 * so those who wait stand in a ring. Jobs per second over all of them.
 *
 * @source Lazowska, Zahorjan, Graham, Sevcik, Quantitative System Performance, 1984, chapter 6: the same network solved by mean values
 */
export function simulateWorkers(model: WorkersModel): number {
  const { workers, inFlight, jobs, latencyMs, overheadMs, serialMs } = model;
  const ready = new Float64Array(workers * inFlight);
  let [free, at, last] = [0, 0, 0];
  for (let job = 0; job < jobs; job += 1) {
    free = Math.max(free, ready[at]!) + serialMs;
    last = free + latencyMs + overheadMs;
    ready[at] = last;
    at = at + 1 === ready.length ? 0 : at + 1;
  }
  return (1000 * jobs) / last;
}
