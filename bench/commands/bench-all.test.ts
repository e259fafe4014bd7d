import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createQueueWorker } from '#world/dispatch/queues';
import { isInstalled, needs } from '../../test/needs.ts';
import { startRedisServer, type TestServer } from '../../test/queue-server.ts';
import { runPawl } from '../../test/run-pawl.ts';
import { suiteKind } from './suite-kind.ts';

const key = 'a key for these benchmarks alone';
const made = { configuration: null, tables: [], plots: [], targets: [], notes: ['by a worker'], cpuSeconds: 1 };

describe('bench all with a queue', () => {
  let server: TestServer | undefined;
  let worker: ReturnType<typeof createQueueWorker> | undefined;
  beforeAll(async () => {
    if (!isInstalled('redis-server')) return;
    server = await startRedisServer();
    worker = createQueueWorker({
      url: server.url,
      key,
      kinds: [suiteKind],
      width: { work: 2, calls: 1 },
      run: ({ inputs }) => Promise.resolve({ ok: true, result: { ...suiteKind.inputs.parse(inputs), ...made } }),
    });
  });
  afterAll(async () => {
    await worker?.close();
    await server?.close();
  });

  for (const names of [['dyck'], ['dyck', 'majority']]) {
    needs('redis-server')(`has benchmarks done by workers, one as well as many: ${names.join(', ')}`, async () => {
      const args = ['bench', 'all', ...names, '--queue', server!.url, '--json'];
      const { code, out, err } = await runPawl(args, { env: { PAWL_QUEUE_KEY: key } });
      expect(code, err).toBe(0);
      expect(JSON.parse(out).results).toEqual(names.map((suite) => ({ suite, quick: false, seed: 1, ...made })));
    });
  }
});
