import { createHash } from 'node:crypto';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { createLine, takerOf } from './bullmq-line.ts';
import { keepSeconds, kindSeconds, type QueueServer, type SharedStore } from './queue.ts';

/** Queues on a Redis server. */
export function openRedisQueues(url: string, name: string): QueueServer {
  const clients: Redis[] = [];
  const client = (): Redis => {
    const made = connectRedis(url);
    clients.push(made);
    return made;
  };
  return {
    shared: redisStore(client(), name),
    line: (lane) =>
      createLine(
        new Queue(`${name}-${lane}`, { connection: client() }),
        new QueueEvents(`${name}-${lane}`, { connection: client() }),
      ),
    take(lane, work, options) {
      const { process, options: more } = takerOf(work, options);
      const worker = new Worker(`${name}-${lane}`, process, { ...more, connection: client() });
      worker.on('error', () => undefined);
      return worker;
    },
    // oxlint-disable-next-line typescript/require-await -- the port is asynchronous
    async close() {
      for (const each of clients) each.disconnect();
    },
  };
}

/** Commands wait for a server that restarts. */
function connectRedis(url: string): Redis {
  const client = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 2000),
  });
  client.on('error', () => undefined);
  return client;
}

function redisStore(client: Redis, name: string): SharedStore {
  return {
    result: async (key) => (await client.get(`${name}:result:${key}`)) ?? undefined,
    keepResult: async (key, text) => void (await client.set(`${name}:result:${key}`, text, 'EX', keepSeconds)),
    dropResult: async (key) => void (await client.del(`${name}:result:${key}`)),
    async blob(hash) {
      const bytes = await client.getBuffer(`${name}:blob:${hash}`);
      return bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash
        ? undefined
        : Uint8Array.from(bytes);
    },
    keepBlob: async (hash, bytes) =>
      void (await client.set(`${name}:blob:${hash}`, Buffer.from(bytes), 'EX', keepSeconds, 'NX')),
    async sayKinds(kinds) {
      for (const kind of kinds) await client.set(`${name}:kind:${kind}`, '', 'EX', kindSeconds);
    },
    hasKind: async (kind) => (await client.exists(`${name}:kind:${kind}`)) === 1,
    lanes: () => client.smembers(`${name}:lanes`),
    addLane: async (lane) => void (await client.sadd(`${name}:lanes`, lane)),
  };
}
