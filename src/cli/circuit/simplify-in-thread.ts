import { Worker } from 'node:worker_threads';
import type { Circuit } from '#circuit';
import type { Cost, Simplified } from '#verify';

export interface SimplifyAsk {
  readonly circuit: Circuit;
  readonly cost: Cost;
  readonly effort: number;
  readonly limitSeconds?: number | undefined;
  readonly stop: SharedArrayBuffer;
}

type Told = { readonly gates: number } | { readonly simplified: Simplified };

/**
 * Simplifies in a thread, so that this one can hear Ctrl-C: the first ends the passes and what they have is proved, the second ends the proof
 * too. `heard` gets the number of gates now and then.
 */
export async function simplifyInThread(
  ask: Omit<SimplifyAsk, 'stop'>,
  heard: (gates: number) => void,
): Promise<Simplified> {
  const stop = new SharedArrayBuffer(4);
  const flag = new Int32Array(stop);
  const onInterrupt = (): void => {
    if (Atomics.add(flag, 0, 1) >= 2) process.exit(130);
  };
  const worker = startWorker({ ...ask, stop });
  process.on('SIGINT', onInterrupt);
  try {
    return await new Promise<Simplified>((resolve, reject) => {
      worker.on('message', (told: Told) => {
        if ('gates' in told) heard(told.gates);
        else resolve(told.simplified);
      });
      worker.on('error', reject);
    });
  } finally {
    process.off('SIGINT', onInterrupt);
    await worker.terminate();
  }
}

/** A checkout runs its sources, which need a loader in every thread. */
function startWorker(ask: SimplifyAsk): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = new URL(isSource ? './simplify-worker.ts' : './simplify-worker.js', import.meta.url).href;
  const workerData = isSource ? { loader: import.meta.resolve('tsx/esm/api'), entry, ask } : { entry, ask };
  return new Worker(new URL('../tasks/attack-thread.mjs', import.meta.url), { workerData });
}
