import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInstalled, needs } from '../../../test/needs.ts';
import { startRedisServer, type TestServer } from '../../../test/queue-server.ts';
import { reachQueue } from './reach-queue.ts';

const atOnce = { milliseconds: 0, tell: () => undefined };

describe('reachQueue', () => {
  let server: TestServer | undefined;
  const address = (password: string): string => server!.url.replace('://', `://:${password}@`);
  beforeAll(async () => {
    if (!isInstalled('redis-server')) return;
    server = await startRedisServer();
    const client = new Redis(server.url);
    await client.config('SET', 'requirepass', 'right');
    client.disconnect();
  });
  afterAll(() => server?.close());

  it('says where nobody answers, for servers of both kinds, and tells no password', async () => {
    for (const url of ['redis://:hidden@127.0.0.1:9', 'postgres://me:hidden@127.0.0.1:9/pawl']) {
      const fault = await reachQueue({ url }, atOnce).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: 'dispatch/bad-queue', message: expect.stringContaining('127.0.0.1:9') });
      expect(String(fault)).not.toContain('hidden');
    }
  });

  needs('redis-server')('says at once that a password is wrong or missing, however patient it is', async () => {
    const patient = { milliseconds: 60_000, tell: () => undefined };
    for (const url of [address('wrong'), server!.url]) {
      await expect(reachQueue({ url }, patient)).rejects.toMatchObject({
        code: 'dispatch/bad-queue',
        message: expect.stringContaining('does not let us in'),
      });
    }
  });

  needs('redis-server')('counts the workers of the queue of that name', async () => {
    const { hostname: host, port } = new URL(server!.url);
    const worker = new Worker('ours-jobs', () => Promise.resolve(), {
      connection: { host, port: Number(port), password: 'right' },
    });
    await worker.waitUntilReady();
    const url = address('right');
    expect(await reachQueue({ url, name: 'theirs' }, atOnce)).toBe(0);
    expect(await reachQueue({ url, name: 'ours' }, atOnce)).toBeGreaterThan(0);
    await worker.close(true);
  });
});
