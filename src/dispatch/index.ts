/** Where work runs: this process, threads, and sandboxes for code that was not written here. */
export { createBubblewrap } from './bubblewrap.ts';
export { createInProcessDispatcher } from './in-process.ts';
export type { JobPlace } from './run-named-job.ts';
export { createThreadDispatcher } from './thread-dispatcher.ts';
export { createQuickJsSandbox } from './quickjs-sandbox.ts';
export { createThreads } from './threads.ts';
