/** Servers of queues for tests: those of the bench of faults. */
export {
  type QueueServerProcess as TestServer,
  startPostgresServer,
  startRedisServer,
} from '../bench/faults/queue-servers.ts';
