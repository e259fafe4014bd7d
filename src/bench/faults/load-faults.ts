import type { measureWorkers } from './measure-workers.ts';
import type { runFaults } from './run-faults.ts';

/** The matrix of faults, loaded when it is run: it brings the queue and the models with it. */
export async function loadFaults(): Promise<{ runFaults: typeof runFaults; measureWorkers: typeof measureWorkers }> {
  const [faults, workers] = await Promise.all([import('./run-faults.ts'), import('./measure-workers.ts')]);
  return { runFaults: faults.runFaults, measureWorkers: workers.measureWorkers };
}
