// Runs one script in QuickJS compiled to WebAssembly. The caller ends this thread when it takes too long.
/* oxlint-disable unicorn/require-post-message-target-origin -- a thread, not a window */
import { parentPort, workerData } from 'node:worker_threads';
import { getQuickJS } from 'quickjs-emscripten';

const { source, files, bytes } = workerData;
const QuickJS = await getQuickJS();
const runtime = QuickJS.newRuntime();
runtime.setMemoryLimit(bytes);
// A larger stack overflows the host's and aborts the whole module.
runtime.setMaxStackSize(128 * 1024);
const context = runtime.newContext();
const printed = [];
const print = context.newFunction('print', (...values) => {
  if (printed.length < 1000)
    printed.push(
      values
        .map((value) => String(context.dump(value)))
        .join(' ')
        .slice(0, 1000),
    );
});
const consoleObject = context.newObject();
context.setProp(consoleObject, 'log', print);
context.setProp(context.global, 'console', consoleObject);
const filesText = context.newString(JSON.stringify(files));
context.setProp(context.global, 'files', context.unwrapResult(context.evalCode('(text) => JSON.parse(text)')));
const parsed = context.unwrapResult(
  context.callFunction(context.getProp(context.global, 'files'), context.undefined, filesText),
);
context.setProp(context.global, 'files', parsed);
const result = context.evalCode(source, 'main.js');
if (result.error) {
  const error = context.dump(result.error);
  const text = typeof error === 'object' && error !== null ? `${error.name}: ${error.message}` : String(error);
  parentPort.postMessage({ exitCode: 1, stdout: printed.join('\n'), stderr: text });
} else {
  runtime.executePendingJobs(10_000);
  parentPort.postMessage({ exitCode: 0, stdout: printed.join('\n'), stderr: '' });
}
