import { Worker } from 'node:worker_threads';
import type { Circuit } from '#logic/circuit/graph';
import type { Cost, Simplified } from '#logic/verify/rewrite';

export interface SimplifyAsk {
  readonly circuit: Circuit;
  readonly cost: Cost;
  readonly effort: number;
  readonly limitSeconds?: number | undefined;
  readonly stop: SharedArrayBuffer;
}

type Told = { readonly gates: number } | { readonly best: Simplified } | { readonly simplified: Simplified };

/** After the time limit the thread gets so long to end by itself. */
const GRACE_MS = 5000;

/**
 * Simplifies in a thread, so that this one can hear Ctrl-C: the first ends the passes and what they have is proved, the second gives the smallest
 * circuit that was proved so far. A thread that outlasts its limit is answered for in the same way. `heard` gets the number of gates now and then.
 */
export async function simplifyInThread(
  ask: Omit<SimplifyAsk, 'stop'>,
  heard: (gates: number) => void,
): Promise<Simplified> {
  const stop = new SharedArrayBuffer(4);
  const flag = new Int32Array(stop);
  let best: Simplified | undefined;
  let answer: (simplified: Simplified) => void = () => undefined;
  const onInterrupt = (): void => {
    const before = Atomics.add(flag, 0, 1);
    if (before >= 1 && best !== undefined) answer(best);
    else if (before >= 2) process.exit(130);
  };
  const worker = startWorker({ ...ask, stop });
  process.on('SIGINT', onInterrupt);
  const late =
    ask.limitSeconds === undefined
      ? undefined
      : setTimeout(() => best !== undefined && answer(best), 1000 * ask.limitSeconds + GRACE_MS);
  try {
    return await new Promise<Simplified>((resolve, reject) => {
      answer = resolve;
      worker.on('message', (told: Told) => {
        if ('gates' in told) heard(told.gates);
        else if ('best' in told) best = told.best.answer === 'proved' ? told.best : best;
        else resolve(told.simplified);
      });
      worker.on('error', reject);
    });
  } finally {
    process.off('SIGINT', onInterrupt);
    clearTimeout(late);
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
