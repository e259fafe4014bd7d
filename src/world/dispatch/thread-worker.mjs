// Runs the module that it is told, and answers each message with what a handle of the module gives.
import { parentPort, workerData } from 'node:worker_threads';

if (workerData.entry.endsWith('.ts')) {
  // A checkout runs its sources without a build.
  const { register } = await import('tsx/esm/api');
  register();
}
const { createHandle } = await import(workerData.entry);
const handle = createHandle();
parentPort.on('message', (message) => void answerTo(message));

async function answerTo(message) {
  let answer;
  try {
    answer = { reply: await handle(message) };
  } catch (error) {
    answer = { error };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
  parentPort.postMessage(answer);
}
