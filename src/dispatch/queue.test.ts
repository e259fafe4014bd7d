import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJobs } from '#contracts';
import { hashOf } from '#kernel';
import { needs } from '../../test/needs.ts';
import { drawKind, failKind, spinKind, strangeKind } from './fixtures/sample-kinds.ts';
import { createInProcessDispatcher } from './in-process.ts';
import { createSeal } from './job-wire.ts';
import { queuePriority } from './queue.ts';
import { createQueueDispatcher } from './queue-dispatcher.ts';
import { createQueueWorker, type QueueWorker } from './queue-worker.ts';
import { runNamedJob } from './run-named-job.ts';

const key = 'a key that both sides share';

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

describe('a queue', () => {
  let server: ChildProcess;
  let url = '';
  const folder = mkdtempSync(join(tmpdir(), 'pawl-queue-'));
  const workers: QueueWorker[] = [];
  const startWorker = (kinds = [drawKind, failKind], withKey = key): QueueWorker => {
    const place = { kinds };
    const run = (kind: string, inputs: never): ReturnType<typeof runNamedJob> =>
      runNamedJob(place, { kind, inputs }, new AbortController().signal);
    const worker = createQueueWorker({
      url,
      key: withKey,
      kinds,
      width: 2,
      run: (kind, inputs) => run(kind, inputs as never),
    });
    workers.push(worker);
    return worker;
  };
  const isThere = (process.env['PATH'] ?? '').split(':').some((path) => existsSync(join(path, 'redis-server')));
  beforeAll(async () => {
    if (!isThere) return;
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder], {
      stdio: 'ignore',
    });
    const probe = new Redis(url, { maxRetriesPerRequest: null });
    probe.on('error', () => undefined);
    await probe.ping();
    probe.disconnect();
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    if (isThere) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  needs('redis-server')('gives what one process gives, once per job, to whoever asks again', async () => {
    const [first, second] = [startWorker(), startWorker()];
    const inputs = Array.from({ length: 12 }, (_, i) => ({ path: `queue/${i}`, count: 100 }));
    const queue = createQueueDispatcher({ url, key });
    const here = await runJobs(createInProcessDispatcher(), drawKind, inputs);
    expect(await runJobs(queue, drawKind, inputs)).toEqual(here);
    expect(first.done() + second.done()).toBe(12);
    await queue.close();
    const later = createQueueDispatcher({ url, key });
    expect(await runJobs(later, drawKind, inputs)).toEqual(here);
    expect(first.done() + second.done()).toBe(12);
    await expect(later.run(failKind, { how: 'fault' })).rejects.toThrow(
      expect.objectContaining({ code: 'kernel/bad-range', details: { low: 1 } }),
    );
    await later.close();
  });

  needs('redis-server')(
    'runs no job that the coordinator did not seal, nor a kind it was not started for',
    async () => {
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

  it('is at an address of Redis', () => {
    expect(() => createQueueDispatcher({ url: 'http://x', key })).toThrow(
      expect.objectContaining({ code: 'dispatch/bad-queue' }),
    );
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
