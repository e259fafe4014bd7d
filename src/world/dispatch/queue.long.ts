import { afterAll, beforeAll, describe } from 'vitest';
import { isInstalled, needs } from '../../../test/needs.ts';
import { startPostgresServer, type TestServer } from '../../../test/queue-server.ts';
import { laws } from './fixtures/queue-laws.ts';

describe('a queue in PostgreSQL', () => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    if (isInstalled('postgres')) server = await startPostgresServer();
  }, 60_000);
  afterAll(() => server?.close());

  for (const [says, law] of Object.entries(laws)) needs('postgres')(says, () => law(server!.url), 60_000);
});
