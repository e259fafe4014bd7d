import { parentPort, workerData } from 'node:worker_threads';
import { schoolStart } from '#learners/model/selfplay';
import { formOf } from './build-selfplay.ts';
import type { SchoolAsk } from './school-in-thread.ts';

/** A thread that schools one start checkpoint. */
const { ask }: { ask: SchoolAsk } = workerData;
const { config, corpus, schooling, seed } = ask;
const bytes = schoolStart(corpus, formOf(config), {
  seed,
  schooling,
  progress: (done, total, what) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage({ progress: [done, total, what] });
  },
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage({ bytes });
