import { Worker } from 'node:worker_threads';
import type { Threads } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (why: unknown) => void;
}

/**
 * So many worker threads, each running the module at a URL: what its exported `createHandle()` makes gives the reply. They do not keep the process alive
 * while nothing is asked.
 */
export function createThreads<Message, Reply>(entry: string, count: number): Threads<Message, Reply> {
  const threads = Array.from({ length: count }, () => startThread<Reply>(entry));
  return {
    count,
    ask: (index, message) => {
      const thread = threads[index];
      if (thread === undefined) throw new Fault('dispatch/thread-failed', `there is no thread ${index} of ${count}`);
      return thread.ask(message);
    },
    end: async () => {
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function startThread<Reply>(entry: string): { ask(message: unknown): Promise<Reply>; end(): Promise<unknown> } {
  const worker = new Worker(new URL('./thread-worker.mjs', import.meta.url), { workerData: { entry }, execArgv: [] });
  const waiting: Waiting<Reply>[] = [];
  let failure: Fault | undefined;
  const fail = (why: string, cause?: unknown): void => {
    failure ??= new Fault('dispatch/thread-failed', why, { cause });
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const settle = (use: (waiting: Waiting<Reply>) => void): void => {
    const next = waiting.shift();
    if (waiting.length === 0) worker.unref();
    if (next !== undefined) use(next);
  };
  worker.unref();
  worker.on('message', (message: { readonly reply: Reply } | { readonly error: unknown }) => {
    if ('error' in message)
      settle(({ reject }) =>
        reject(new Fault('dispatch/thread-failed', String(message.error), { cause: message.error })),
      );
    else settle(({ resolve }) => resolve(message.reply));
  });
  worker.on('error', (error) => fail('a worker thread failed', error));
  worker.on('exit', (code) => fail(`a worker thread ended with ${code}`));
  return {
    ask: (message) =>
      new Promise<Reply>((resolve, reject) => {
        if (failure !== undefined) {
          reject(failure);
          return;
        }
        waiting.push({ resolve, reject });
        worker.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage(message);
      }),
    end: () => worker.terminate(),
  };
}
