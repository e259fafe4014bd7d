import { setTimeout as wait } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#foundation/kernel';
import { isInstalled, needs } from '../../../test/needs.ts';
import { startRedisServer, type TestServer } from '../../../test/queue-server.ts';
import { laws, sharedKey as key } from './fixtures/queue-laws.ts';
import { drawKind, failKind, spinKind, strangeKind } from './fixtures/sample-kinds.ts';
import { createSeal } from './job-wire.ts';
import { queuePriority } from './queue.ts';
import { createQueueDispatcher } from './queue-dispatcher.ts';
import { createQueueWorker, type QueueWorker } from './queue-worker.ts';
import { type NamedJob, runNamedJob } from './run-named-job.ts';

describe('what goes through the queue', () => {
  const seal = createSeal(key);
  const order = {
    key: hashOf(1),
    kind: 'sample/draw',
    inputs: { bytes: Uint8Array.of(1, 2), list: [1, 'x'] },
    blobs: [],
  };

  it('is read back as it was, bytes too', () => {
    expect(seal.openOrder(JSON.parse(JSON.stringify(seal.order(order))))).toMatchObject(order);
    expect(seal.openReply(order.key, seal.reply(order.key, { ok: true, result: null }))).toEqual({
      ok: true,
      result: null,
    });
  });

  it('is refused when changed, sealed with another key, unsealed, or the end of another job', () => {
    const sealed = seal.order(order);
    const strange = createSeal('another key, as long as the first');
    for (const forged of [
      { ...sealed, text: sealed.text.replace('draw', 'spin') },
      strange.order(order),
      { text: sealed.text, mac: '' },
      order,
      null,
    ])
      expect(() => seal.openOrder(forged)).toThrow(expect.objectContaining({ code: 'dispatch/not-sealed' }));
    expect(() => seal.openReply(hashOf(2), seal.reply(order.key, { ok: true, result: null }))).toThrow('not sealed');
    expect(() => createSeal('short')).toThrow(expect.objectContaining({ code: 'dispatch/no-key' }));
  });

  it('goes in the order of priorities', () => {
    const priorities = [-1e9, -2, -0.5, 0, 1e-3, 1, 2, 1e9].map(queuePriority);
    expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
    expect(Math.min(...priorities)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...priorities)).toBeLessThan(2 ** 21);
  });
});

describe('a queue of jobs', () => {
  let server: TestServer | undefined;
  let url = '';
  const workers: QueueWorker[] = [];
  const startWorker = (kinds = [drawKind, failKind]): void => {
    const run = (job: NamedJob): ReturnType<typeof runNamedJob> =>
      runNamedJob({ kinds }, job, new AbortController().signal);
    workers.push(createQueueWorker({ url, key, kinds, width: { work: 2, calls: 2 }, run }));
  };
  const isThere = isInstalled('redis-server');
  beforeAll(async () => {
    if (isThere) server = await startRedisServer();
    url = server?.url ?? '';
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await server?.close();
  });

  for (const [says, law] of Object.entries(laws)) needs('redis-server')(says, () => law(url));

  needs('redis-server')(
    'runs no job that the coordinator did not seal, nor a kind it was not started for',
    async () => {
      startWorker();
      const before = workers.reduce((sum, worker) => sum + worker.done(), 0);
      const queue = new Queue('pawl-jobs', { connection: { url } });
      const stranger = createSeal('the key of somebody else');
      const inputs = { path: 'evil', count: 1 };
      const id = hashOf({ kind: 'sample/draw', inputs });
      await queue.add('sample/draw', stranger.order({ key: id, kind: 'sample/draw', inputs, blobs: [] }), {
        jobId: id,
      });
      await queue.add('sample/draw', createSeal(key).order({ key: id, kind: 'sample/draw', inputs, blobs: [] }), {
        jobId: 'another-id',
      });
      const wrongKey = createQueueDispatcher({ url, key: 'the key of somebody else', name: 'pawl' });
      await expect(wrongKey.run(drawKind, { path: 'other', count: 2 })).rejects.toThrow(
        expect.objectContaining({ code: 'dispatch/refused' }),
      );
      const right = createQueueDispatcher({ url, key });
      await expect(right.run(strangeKind, null)).rejects.toThrow(expect.objectContaining({ code: 'dispatch/refused' }));
      await expect(right.run(spinKind, null)).rejects.toThrow(expect.objectContaining({ code: 'dispatch/refused' }));
      expect(workers.reduce((sum, worker) => sum + worker.done(), 0)).toBe(before);
      await Promise.all([wrongKey.close(), right.close(), queue.close()]);
    },
  );

  needs('redis-server')('lets an asker give up', async () => {
    const queue = createQueueDispatcher({ url, key, name: 'nobody-works-here' });
    const stop = new AbortController();
    const asked = queue.run(drawKind, { path: 'x', count: 1 }, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await queue.close();
  });

  needs('redis-server')('is asked after those that wait no more often for a longer line', async () => {
    const queue = createQueueDispatcher({ url, key, name: 'long-line', width: 400 });
    const client = new Redis(url);
    const looks = async (): Promise<number> =>
      Number(/cmdstat_get:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0);
    const stop = new AbortController();
    const before = await looks();
    const asked = Array.from({ length: 400 }, (_, count) =>
      queue.run(drawKind, { path: 'line', count }, { signal: stop.signal }).catch(() => undefined),
    );
    while ((await looks()) < before + 400) await wait(20);
    const after = await looks();
    await wait(1300);
    // A hundred a second, where one each second for every job would be four hundred.
    expect((await looks()) - after).toBeLessThan(250);
    stop.abort(new Error('enough'));
    await Promise.all(asked);
    client.disconnect();
    await queue.close();
  });

  it('is at an address of Redis', () => {
    expect(() => createQueueDispatcher({ url: 'http://x', key })).toThrow(
      expect.objectContaining({ code: 'dispatch/bad-queue' }),
    );
  });
});
