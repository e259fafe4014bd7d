import { createQueueDispatcher } from '#world/dispatch/queues';
import { createRng } from '#foundation/kernel';
import { Crew, queueKeyText } from './crew.ts';
import { probeKind } from '#app/cli';
import { askSquares } from './queue-faults.ts';
import { startRedisServer } from './queue-servers.ts';
import type { FaultOptions } from './fault-bench.ts';
import { fitWorkers, simulateWorkers } from './simulate-workers.ts';

/** Throughput with so many workers, each doing one job at a time. */
export interface WorkersRow {
  readonly workers: number;
  readonly jobs: number;
  readonly seconds: number;
  readonly jobsPerSecond: number;
  /** Against one worker. */
  readonly speedup: number;
  /** What the simulation says of it, and how far that is from what was measured. */
  readonly simulated: number;
  readonly error: number;
}

export interface WorkersReport {
  readonly latencyMs: number;
  /** Jobs under way at once on each worker. */
  readonly inFlight: number;
  readonly rows: readonly WorkersRow[];
  /** Jobs per second where they take no time: what one queue and one coordinator can do. */
  readonly most: number;
  /** What a job needs, in milliseconds: fitted to the rows, but for `serialMs`, which is that of `most`. */
  readonly fitted: { readonly aloneMs: number; readonly machineMs: number; readonly serialMs: number };
  /** A thousand workers and ten million jobs, simulated. */
  readonly large: {
    readonly workers: number;
    readonly perMachine: number;
    readonly jobs: number;
    readonly jobsPerSecond: number;
    readonly hours: number;
  };
}

type Options = Pick<FaultOptions, 'quick' | 'program' | 'folder' | 'note'>;
type Run = Pick<WorkersRow, 'workers' | 'jobs' | 'seconds' | 'jobsPerSecond'>;

const latencyMs = 100;
const large = { workers: 1000, perMachine: 8, jobs: 10_000_000 } as const;
/** Jobs played for a row: enough that chance moves it by less than 1 %. */
const playedJobs = 50_000;

/** Jobs of 100 ms that only wait, through a queue of one's own, with 1, 2, 4 and 8 workers as processes of their own. */
export async function measureWorkers(options: Options): Promise<WorkersReport> {
  const runs: Run[] = [];
  for (const workers of options.quick ? [1, 4] : [1, 2, 4, 8]) {
    const jobs = (options.quick ? 50 : 100) * workers;
    runs.push(await measure(options, { workers, jobs, inFlight: 1, milliseconds: latencyMs }));
    options.note(`${workers} workers: ${runs.at(-1)!.jobsPerSecond.toFixed(1)} jobs/s`);
  }
  const full = await measure(options, { workers: 4, jobs: options.quick ? 1000 : 4000, inFlight: 16, milliseconds: 0 });
  options.note(`jobs that take no time: ${full.jobsPerSecond.toFixed(1)} jobs/s`);
  const alone = runs[0]!.jobsPerSecond;
  const fitted = fitWorkers(runs, 1000 / full.jobsPerSecond);
  const rng = createRng('bench/workers');
  const simulate = (workers: number, perMachine: number, jobs: number): number =>
    simulateWorkers({ ...fitted, workers, perMachine }, jobs, rng);
  const jobsPerSecond = simulate(large.workers, large.perMachine, options.quick ? 100_000 : large.jobs);
  return {
    latencyMs,
    inFlight: 1,
    rows: runs.map((run) => {
      const simulated = simulate(run.workers, run.workers, playedJobs);
      const error = simulated / run.jobsPerSecond - 1;
      return { ...run, speedup: run.jobsPerSecond / alone, simulated, error };
    }),
    most: full.jobsPerSecond,
    fitted,
    large: { ...large, jobsPerSecond, hours: large.jobs / jobsPerSecond / 3600 },
  };
}

interface Load {
  readonly workers: number;
  readonly jobs: number;
  readonly inFlight: number;
  readonly milliseconds: number;
}

async function measure(options: Options, { workers, jobs, inFlight, milliseconds }: Load): Promise<Run> {
  const redis = await startRedisServer();
  const crew = new Crew(options, { atOnce: inFlight, kind: probeKind.kind });
  for (let i = 0; i < workers; i += 1) crew.start(redis.url);
  const dispatcher = createQueueDispatcher({ url: redis.url, key: queueKeyText, width: 1024 });
  // Each worker has loaded its jobs when so many are done.
  await askSquares(dispatcher, { from: -100 * workers, count: 20 * workers, milliseconds: latencyMs });
  const began = performance.now();
  const lost = await askSquares(dispatcher, { from: 0, count: jobs, milliseconds });
  const seconds = (performance.now() - began) / 1000;
  await dispatcher.close();
  await crew.end();
  await redis.close();
  return { workers, jobs, seconds, jobsPerSecond: (jobs - lost) / seconds };
}
