/** Whether a server of queues can be worked with: asked before a worker or a run begins, so that a mistake is said and not waited for. */
export { reachQueue } from './reach-queue.ts';
