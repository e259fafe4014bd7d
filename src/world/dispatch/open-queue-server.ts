import { Fault } from '#foundation/kernel';
import { openPostgresQueues } from './postgres-queue.ts';
import type { QueueAddress, QueueServer } from './queue.ts';
import { openRedisQueues } from './redis-queue.ts';

/** The queues at an address, by its protocol. */
export function openQueueServer({ url, name = 'pawl' }: QueueAddress): QueueServer {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (/^rediss?:$/.test(protocol)) return openRedisQueues(url, name);
  if (/^postgres(ql)?:$/.test(protocol)) return openPostgresQueues(url, name);
  throw new Fault(
    'dispatch/bad-queue',
    'the queue is not at an address such as redis://host:6379, rediss://user:password@host:6380 or postgres://user:password@host/database',
  );
}
