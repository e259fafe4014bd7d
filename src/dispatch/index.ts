/** Where work runs: this process, threads, a queue of many machines, and sandboxes for code that was not written here. */
export { createBubblewrap } from './bubblewrap.ts';
export { createInProcessDispatcher } from './in-process.ts';
export { type JobPlace, runNamedJob } from './run-named-job.ts';
export { createQueueDispatcher } from './queue-dispatcher.ts';
export { createQueueWorker } from './queue-worker.ts';
export { workLane } from './queue.ts';
export { createJobThreads, createThreadDispatcher } from './thread-dispatcher.ts';
export { createQuickJsSandbox } from './quickjs-sandbox.ts';
export { createThreads } from './threads.ts';
