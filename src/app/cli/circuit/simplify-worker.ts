import { parentPort, workerData } from 'node:worker_threads';
import { simplifyAnytime } from '#logic/verify/rewrite';
import type { SimplifyAsk } from './simplify-in-thread.ts';

/** Of a limit in seconds the passes, with the proofs between them, get this share, and the last proof the rest. */
const FOR_PASSES = 0.75;

/** A thread that simplifies one circuit; `stop` is 1 when the passes should end, 2 when the proof should. */
const { ask }: { ask: SimplifyAsk } = workerData;
const { circuit, cost, effort, limitSeconds } = ask;
const stop = new Int32Array(ask.stop);
const begun = performance.now();
const isPast = (share: number): boolean =>
  limitSeconds !== undefined && performance.now() - begun > 1000 * limitSeconds * share;
const simplified = simplifyAnytime(circuit, {
  cost,
  effort,
  shouldStop: () => Atomics.load(stop, 0) >= 1 || isPast(FOR_PASSES),
  shouldGiveUp: () => Atomics.load(stop, 0) >= 2 || isPast(1),
  proved: (best) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage({ best });
  },
  heard: (gates) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage({ gates });
  },
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage({ simplified });
