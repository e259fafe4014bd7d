import { requirePackages } from '#world/packages';

/** Asked before `#world/dispatch/queues` or `#world/dispatch/reach` is loaded: both bring packages that Pawl is installed without. */
export const requireQueuePackages = (): void => requirePackages('a queue', ['bullmq', 'ioredis', 'pg']);
