// Begins a thread: a checkout runs its sources, so the loader comes before the entry; an installed package has no loader.
import { workerData } from 'node:worker_threads';

if (workerData.loader !== undefined) {
  const { register } = await import(workerData.loader);
  register();
}
await import(workerData.entry);
