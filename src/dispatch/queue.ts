import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { Fault, type Hash } from '#kernel';

/** Where jobs wait: a Redis server, with its password and TLS in the address (`rediss://user:password@host:port`). */
export interface QueueAddress {
  readonly url: string;
  /** Names of different teams on one server do not meet. */
  readonly name?: string | undefined;
}

/** Results and blobs are kept so long for whoever asks again. */
const keepSeconds = 86_400;

function requireRedis(url: string): void {
  if (URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol)) return;
  throw new Fault(
    'dispatch/bad-queue',
    'the queue is not at an address such as redis://host:6379 or rediss://user:password@host:6380',
  );
}

/** Connections for the library of the queue: commands wait for a server that restarts. */
export function connectQueue(url: string): Redis {
  requireRedis(url);
  const client = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 2000),
  });
  // Connecting again is its own business; whoever waits has a limit of their own.
  client.on('error', () => undefined);
  return client;
}

/** Results and blobs beside the queue, by content hash. */
export interface SharedStore {
  result(key: Hash): Promise<string | undefined>;
  keepResult(key: Hash, text: string): Promise<void>;
  blob(hash: Hash): Promise<Uint8Array | undefined>;
  keepBlob(hash: Hash, bytes: Uint8Array): Promise<void>;
}

export function createSharedStore(client: Redis, name: string): SharedStore {
  return {
    result: async (key) => (await client.get(`${name}:result:${key}`)) ?? undefined,
    keepResult: async (key, text) => void (await client.set(`${name}:result:${key}`, text, 'EX', keepSeconds)),
    async blob(hash) {
      const bytes = await client.getBuffer(`${name}:blob:${hash}`);
      return bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash
        ? undefined
        : Uint8Array.from(bytes);
    },
    keepBlob: async (hash, bytes) =>
      void (await client.set(`${name}:blob:${hash}`, Buffer.from(bytes), 'EX', keepSeconds, 'NX')),
  };
}

/**
 * A priority as the queue counts it, whole numbers from 1 that go first when small:
 *
 *     1 + round(10⁶ (1 − p / (1 + |p|)))
 */
export function queuePriority(priority: number): number {
  return 1 + Math.round(1_000_000 * (1 - priority / (1 + Math.abs(priority))));
}
