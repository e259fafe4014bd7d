import { createHash } from 'node:crypto';
import { createPostgresBackend, withBackend } from 'bullmq';
import pg from 'pg';
import { createLine, takerOf } from './bullmq-line.ts';
import { keepSeconds, kindSeconds, type Line, type QueueServer, type SharedStore } from './queue.ts';

/** Queues on a PostgreSQL server: those of the library in its own schema, results and blobs in `pawl_shared`. */
export function openPostgresQueues(url: string, name: string): QueueServer {
  const { Queue, QueueEvents, Worker } = withBackend(createPostgresBackend);
  const connection = { connectionString: url, migrate: true, max: 4 };
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  return {
    shared: postgresStore(pool, name),
    line: (lane) =>
      patientLine(
        createLine(new Queue(`${name}-${lane}`, { connection }), new QueueEvents(`${name}-${lane}`, { connection })),
      ),
    take(lane, work, options) {
      const { process, options: more } = takerOf(work, options);
      const worker = new Worker(`${name}-${lane}`, process, { ...more, connection });
      worker.on('error', () => undefined);
      return worker;
    },
    close: () => pool.end(),
  };
}

/** Tries a question again while the server restarts, as the library of Redis does by itself. */
const patienceMs = 60_000;
const againMs = 250;

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || performance.now() - began > patienceMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}

/** All that a coordinator asks of a line may be asked twice. */
function patientLine(line: Line): Line {
  return {
    ...line,
    add: (kind, data, options) => patiently(() => line.add(kind, data, options)),
    stateOf: (key) => patiently(() => line.stateOf(key)),
    limit: (limits) => patiently(() => line.limit(limits)),
  };
}

function postgresStore(pool: pg.Pool, name: string): SharedStore {
  let ready: Promise<unknown> | undefined;
  const ask = (sql: string, values: readonly unknown[]): Promise<Readonly<Record<string, unknown>>[]> =>
    patiently(async () => {
      ready ??= pool.query(createTable);
      await ready.catch((error: unknown) => {
        ready = undefined;
        throw error;
      });
      const { rows } = await pool.query<Record<string, unknown>>(sql, [...values]);
      return rows;
    });
  const read = async (kind: string, key: string): Promise<Uint8Array | undefined> => {
    const [row] = await ask(
      'SELECT bytes FROM pawl_shared WHERE name = $1 AND kind = $2 AND key = $3 AND until > now()',
      [name, kind, key],
    );
    return row?.['bytes'] instanceof Uint8Array ? row['bytes'] : undefined;
  };
  const keep = async (kind: string, key: string, bytes: Uint8Array, seconds = keepSeconds): Promise<void> => {
    await ask(
      `INSERT INTO pawl_shared (name, kind, key, bytes, until) VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
       ON CONFLICT (name, kind, key) DO UPDATE SET bytes = excluded.bytes, until = excluded.until`,
      [name, kind, key, Buffer.from(bytes), seconds],
    );
  };
  return {
    async result(key) {
      const bytes = await read('result', key);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString();
    },
    keepResult: (key, text) => keep('result', key, Buffer.from(text)),
    dropResult: async (key) =>
      void (await ask("DELETE FROM pawl_shared WHERE name = $1 AND kind = 'result' AND key = $2", [name, key])),
    async blob(hash) {
      const bytes = await read('blob', hash);
      return bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== hash
        ? undefined
        : Uint8Array.from(bytes);
    },
    keepBlob: (hash, bytes) => keep('blob', hash, bytes),
    async sayKinds(kinds) {
      for (const kind of kinds) await keep('kind', kind, new Uint8Array(), kindSeconds);
    },
    hasKind: async (kind) => (await read('kind', kind)) !== undefined,
    lanes: async () =>
      (await ask("SELECT key FROM pawl_shared WHERE name = $1 AND kind = 'lane'", [name])).map(({ key }) =>
        String(key),
      ),
    addLane: (lane) => keep('lane', lane, new Uint8Array()),
  };
}

/** An advisory lock, because two who create a table at once can both fail. */
const createTable = `
  BEGIN;
  SELECT pg_advisory_xact_lock(7295801);
  CREATE TABLE IF NOT EXISTS pawl_shared (
    name text NOT NULL, kind text NOT NULL, key text NOT NULL, bytes bytea NOT NULL, until timestamptz NOT NULL,
    PRIMARY KEY (name, kind, key)
  );
  DELETE FROM pawl_shared WHERE until < now();
  COMMIT`;

/** No connection, or a server that goes down or comes up: class 57P of its errors, and the system's own. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(57P|08)/.test(code) || /ECONN|EPIPE|ETIMEDOUT/.test(code) || /terminated|timeout|closed/i.test(error.message)
  );
}
