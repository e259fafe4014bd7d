import { createQueueDispatcher } from '#dispatch';
import { askSquares, Crew, queueKeyText } from './queue-faults.ts';
import { startRedisServer } from './queue-servers.ts';
import type { FaultOptions } from './run-faults.ts';

/** Throughput with so many workers, each doing one job at a time. */
export interface WorkersRow {
  readonly workers: number;
  readonly jobs: number;
  readonly seconds: number;
  readonly jobsPerSecond: number;
  /** Against one worker. */
  readonly speedup: number;
}

/** Jobs of 100 ms that only wait, through a queue of one's own, with 1, 2, 4 and 8 workers as processes of their own. */
export async function measureWorkers(
  options: Pick<FaultOptions, 'quick' | 'program' | 'folder' | 'note'>,
): Promise<readonly WorkersRow[]> {
  const rows: WorkersRow[] = [];
  for (const workers of options.quick ? [1, 4] : [1, 2, 4, 8]) {
    const redis = await startRedisServer();
    const crew = new Crew(options);
    for (let i = 0; i < workers; i += 1) crew.start(redis.url);
    const dispatcher = createQueueDispatcher({ url: redis.url, key: queueKeyText, width: 256 });
    // Each worker has loaded its jobs when so many are done.
    await askSquares(dispatcher, -100 * workers, 20 * workers);
    const jobs = (options.quick ? 50 : 100) * workers;
    const began = performance.now();
    const lost = await askSquares(dispatcher, 0, jobs);
    const seconds = (performance.now() - began) / 1000;
    await dispatcher.close();
    await crew.end();
    await redis.close();
    const jobsPerSecond = (jobs - lost) / seconds;
    rows.push({
      workers,
      jobs,
      seconds,
      jobsPerSecond,
      speedup: jobsPerSecond / (rows[0]?.jobsPerSecond ?? jobsPerSecond),
    });
    options.note(`${workers} workers: ${jobsPerSecond.toFixed(1)} jobs/s`);
  }
  return rows;
}
