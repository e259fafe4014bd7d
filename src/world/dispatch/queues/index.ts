/** Queues of many machines. Behind a door of their own: what they bring takes a process longer to load than most commands run. */
export { createQueueDispatcher } from '../queue-dispatcher.ts';
export { createQueueWorker } from '../queue-worker.ts';
export { workLane } from '../queue.ts';
