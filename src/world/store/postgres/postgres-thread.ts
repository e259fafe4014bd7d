import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { Fault } from '#foundation/kernel';
import { requirePackages } from '#world/packages';
import type { Row } from '../connection.ts';
import type { Value } from '../statement.ts';

export interface Sent {
  readonly text: string;
  readonly values: readonly Value[];
}

export interface Result {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly command: string;
}

/** What went wrong, as the driver says it. */
export interface DriverError {
  readonly message: string;
  /** SQLSTATE of the server, or the system's name of the error. */
  readonly code: string;
  readonly fromServer: boolean;
}

interface Answer {
  readonly results: readonly Result[];
  readonly error?: DriverError;
}

/** A connection whose owner waits for each answer. */
export interface PostgresThread {
  open(url: string, timeoutMs: number): Answer;
  /** Sends statements in one go. Those after one that failed are answered too: inside a transaction they did nothing. */
  send(statements: readonly Sent[], timeoutMs: number): Answer;
  end(): void;
}

/** More than the driver's own limits, which come first unless its thread died. */
const graceMs = 15_000;

/**
 * The driver knows promises only, and a commit of the journal must be over when it returns. So a thread owns the connection, and the caller
 * sleeps until the thread has put its answer on a port.
 *
 * @source Node.js, worker_threads: receiveMessageOnPort; ECMAScript, Atomics.wait
 */
export function startThread(): PostgresThread {
  requirePackages('a store in PostgreSQL', ['pg']);
  const { port1: mine, port2: port } = new MessageChannel();
  const signal = new SharedArrayBuffer(4);
  const flag = new Int32Array(signal);
  const worker = new Worker(new URL('./postgres-worker.mjs', import.meta.url), {
    workerData: { port, signal },
    transferList: [port],
    execArgv: [],
  });
  worker.unref();
  const ask = (message: object, timeoutMs: number): Answer => {
    Atomics.store(flag, 0, 0);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
    mine.postMessage(message);
    Atomics.wait(flag, 0, 0, timeoutMs + graceMs);
    const answer: { message: Answer } | undefined = receiveMessageOnPort(mine);
    if (answer === undefined) throw new Fault('store/broken', 'the thread of the database does not answer');
    return answer.message;
  };
  return {
    open: (url, timeoutMs) => ask({ open: { url, timeoutMs } }, timeoutMs),
    send: (statements, timeoutMs) =>
      ask({ send: statements.map(({ text, values }) => ({ text, values: values.map(whole) })), timeoutMs }, timeoutMs),
    end() {
      ask({}, 2000);
      mine.close();
    },
  };
}

/** Bytes without the larger buffer that they may lie in, which a message would carry whole. */
function whole(value: Value): Value {
  return value instanceof Uint8Array && value.byteLength !== value.buffer.byteLength ? new Uint8Array(value) : value;
}
