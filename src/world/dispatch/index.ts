/** Where work runs: this process, threads, and sandboxes for code that was not written here; queues of many machines are in `#world/dispatch/queues`. */
export { createBubblewrap } from './bubblewrap.ts';
export { createInProcessDispatcher } from './in-process.ts';
export { type JobPlace, runNamedJob } from './run-named-job.ts';
export { createJobThreads, createThreadDispatcher } from './thread-dispatcher.ts';
export { createQuickJsSandbox } from './quickjs-sandbox.ts';
export { createThreads } from './threads.ts';
