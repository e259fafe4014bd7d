import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresBackend, Queue, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import { Fault } from '#foundation/kernel';
import { type QueueAddress, workLane } from '../queue.ts';

export interface Patience {
  /** So long it is tried again where nobody answers. */
  readonly milliseconds: number;
  /** Told once that nobody answers yet. */
  tell(what: string): void;
  readonly signal?: AbortSignal;
}

const againMs = 500;
const connectMs = 5000;

/** How many workers wait at a queue; a Fault where its server does not answer or does not let us in. No password is told. */
export async function reachQueue({ url, name = 'pawl' }: QueueAddress, patience: Patience): Promise<number> {
  // What is no address is refused by whoever opens it.
  if (!URL.canParse(url)) return 0;
  const { host, protocol } = new URL(url);
  const count = protocol.startsWith('redis') ? countAtRedis : countAtPostgres;
  const began = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      return await count(url, `${name}-${workLane}`);
    } catch (error) {
      const why = error instanceof Error ? error.message || String(error) : String(error);
      if (!isAway(why)) throw shutOut(host, why);
      if (performance.now() - began > patience.milliseconds || patience.signal?.aborted === true) {
        throw new Fault('dispatch/bad-queue', `no server of queues answers at ${host}: ${why}`, {
          hint: 'Start it, or name another with --queue; where it is far away, look at firewalls and at TLS (rediss://).',
        });
      }
      if (tries === 0) patience.tell(`no answer from the queue at ${host} yet (${why}); trying again`);
      await wait(againMs);
    }
  }
}

function shutOut(host: string, why: string): Fault {
  if (/certificate/i.test(why)) {
    return new Fault('dispatch/bad-queue', `the server of queues at ${host} is not to be trusted: ${why}`, {
      hint: 'Where an authority of your own signed its certificate, start with NODE_EXTRA_CA_CERTS=ca.pem.',
    });
  }
  return new Fault('dispatch/bad-queue', `the server of queues at ${host} does not let us in: ${why}`, {
    hint: 'User, password and database stand in the address: redis://:PASSWORD@host:6379, postgres://USER:PASSWORD@host/DATABASE.',
  });
}

/** Nobody is there, or a server that is starting. */
function isAway(why: string): boolean {
  return /ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENETUNREACH|timeout|LOADING|starting up|shutting down|closed/i.test(
    why,
  );
}

async function countAtRedis(url: string, queueName: string): Promise<number> {
  const connection = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: null,
    connectTimeout: connectMs,
  });
  let first: Error | undefined;
  connection.on('error', (error: Error) => (first ??= error));
  try {
    await connection.connect();
    return await new Queue(queueName, { connection }).getWorkersCount();
  } catch (error) {
    // What it says at the end is only that the connection is closed.
    throw first ?? error;
  } finally {
    connection.disconnect();
  }
}

async function countAtPostgres(url: string, queueName: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
  const { Queue: PostgresQueue } = withBackend(createPostgresBackend);
  const queue = new PostgresQueue(queueName, { connection: { connectionString: url, migrate: true, max: 1 } });
  queue.on('error', () => undefined);
  try {
    return await queue.getWorkersCount();
  } finally {
    await queue.close();
  }
}
