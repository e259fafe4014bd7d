import { afterAll, beforeAll, describe, expect } from 'vitest';
import { runJobs } from '#contracts';
import { isInstalled, needs } from '../../test/needs.ts';
import { startPostgresServer, type TestServer } from '../../test/queue-server.ts';
import { laws, sharedKey as key } from './fixtures/queue-laws.ts';
import { drawKind } from './fixtures/sample-kinds.ts';
import { createInProcessDispatcher } from './in-process.ts';
import { createQueueDispatcher } from './queue-dispatcher.ts';
import { createQueueWorker } from './queue-worker.ts';
import { type NamedJob, runNamedJob } from './run-named-job.ts';

describe('a queue in PostgreSQL', () => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    if (isInstalled('postgres')) server = await startPostgresServer();
  }, 60_000);
  afterAll(() => server?.close());

  needs('postgres')(
    'loses no job when the server is killed ten times',
    async () => {
      const { url } = server!;
      const run = (job: NamedJob): ReturnType<typeof runNamedJob> =>
        runNamedJob({ kinds: [drawKind] }, job, new AbortController().signal);
      const worker = createQueueWorker({ url, key, kinds: [drawKind], width: { work: 2, calls: 2 }, run });
      const queue = createQueueDispatcher({ url, key });
      for (let round = 0; round < 10; round += 1) {
        const inputs = Array.from({ length: 8 }, (_, i) => ({ path: `${round}/${i}`, count: 10 }));
        const asked = runJobs(queue, drawKind, inputs);
        await server!.killAndRestart();
        expect(await asked).toEqual(await runJobs(createInProcessDispatcher(), drawKind, inputs));
      }
      await queue.close();
      await worker.close();
    },
    180_000,
  );

  for (const [says, law] of Object.entries(laws)) needs('postgres')(says, () => law(server!.url), 60_000);
});
