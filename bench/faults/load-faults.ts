import type { measureWorkers } from './measure-workers.ts';
import type { ownFolder } from './own-folder.ts';
import type { runFaults } from './run-faults.ts';

interface Faults {
  readonly runFaults: typeof runFaults;
  readonly measureWorkers: typeof measureWorkers;
  readonly ownFolder: typeof ownFolder;
}

/** The matrix of faults, loaded when it is run: it brings the queue and the models with it. */
export async function loadFaults(): Promise<Faults> {
  const [faults, workers, folder] = await Promise.all([
    import('./run-faults.ts'),
    import('./measure-workers.ts'),
    import('./own-folder.ts'),
  ]);
  return { runFaults: faults.runFaults, measureWorkers: workers.measureWorkers, ownFolder: folder.ownFolder };
}
