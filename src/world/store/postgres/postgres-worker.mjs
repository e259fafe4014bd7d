// Owns one connection to PostgreSQL for a thread that waits: answers each message on its port, then sets the flag that the other thread sleeps on.
import { workerData } from 'node:worker_threads';
import pg from 'pg';

const { port, signal } = workerData;
const flag = new Int32Array(signal);
const wholeNumbers = 20; // int8, which the driver gives as text
const types = {
  getTypeParser: (oid, format) => (oid === wholeNumbers ? Number : pg.types.getTypeParser(oid, format)),
};
let client;

port.on('message', (message) => {
  void answerTo(message).then((answer) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    port.postMessage(answer);
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    if (message.open === undefined && message.send === undefined) port.close();
  });
});

async function answerTo({ open, send, timeoutMs }) {
  try {
    if (open !== undefined) await connect(open);
    else if (send === undefined) await end();
    return send === undefined ? { results: [] } : await ask(send, timeoutMs);
  } catch (error) {
    return { results: [], error: plain(error) };
  }
}

async function connect({ url, timeoutMs }) {
  client?.connection.stream.destroy();
  client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'pawl',
    pipeline: true,
    types,
  });
  // Told by the next query; without a listener it would end the thread.
  client.on('error', () => undefined);
  await client.connect();
}

async function end() {
  const ending = client?.end();
  client = undefined;
  await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

/** Sends all at once and waits for all; the first that failed is what counts, for the rest of a transaction fails with it. */
async function ask(statements, query_timeout) {
  const asked = statements.map(({ text, values }) => client.query({ text, values, query_timeout }));
  const results = [];
  let error;
  for (const one of await Promise.allSettled(asked)) {
    if (one.status === 'fulfilled') results.push(...[one.value].flat().map(shown));
    else error ??= plain(one.reason);
  }
  return { results, error };
}

/** Bytes lie in a larger buffer that the message would carry whole. */
function shown({ rows, rowCount, command }) {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) if (Buffer.isBuffer(value)) row[name] = new Uint8Array(value);
  }
  return { rows, count: rowCount ?? 0, command };
}

/** `severity` is there where the server said it, and not the connection. */
function plain(error) {
  const nested = error.errors?.[0] ?? error;
  return { message: nested.message, code: nested.code ?? '', fromServer: nested.severity !== undefined };
}
