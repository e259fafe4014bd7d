// Runs one script in QuickJS compiled to WebAssembly, in a process of its own: `{source, files, bytes}` on standard input, the result on
// standard output. The caller ends this process when it takes too long; whatever the script does to it is told by its death.
import { buffer } from 'node:stream/consumers';
import { getQuickJS } from 'quickjs-emscripten';

const { source, files, bytes } = JSON.parse(await buffer(process.stdin));
const QuickJS = await getQuickJS();
const runtime = QuickJS.newRuntime();
runtime.setMemoryLimit(bytes);
// A larger stack overflows the host's and aborts the whole module.
runtime.setMaxStackSize(128 * 1024);
const context = runtime.newContext();
const printed = [];
const print = context.newFunction('print', (line) => {
  if (printed.length < 1000) printed.push(context.getString(line));
});
context.setProp(context.global, 'print', print);
context.setProp(context.global, 'text', context.newString(JSON.stringify(files)));
// Lines are cut inside the engine, within its memory: a long one never reaches this process.
const prelude = `(() => {
  const { print, text } = globalThis;
  delete globalThis.print;
  delete globalThis.text;
  const say = (value) => {
    try { return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value); } catch { return '?'; }
  };
  globalThis.console = { log: (...values) => print(values.map((value) => String(say(value)).slice(0, 1000)).join(' ').slice(0, 1000)) };
  globalThis.files = JSON.parse(text);
})()`;
const end = (exitCode, stderr) =>
  process.stdout.write(JSON.stringify({ exitCode, stdout: printed.join('\n'), stderr }));
context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
const result = context.evalCode(source, 'main.js');
if (result.error) {
  const name = context.getProp(result.error, 'name');
  const message = context.getProp(result.error, 'message');
  const read = (handle) => (context.typeof(handle) === 'string' ? context.getString(handle) : '');
  const thrown = context.typeof(result.error) === 'object' ? `${read(name)}: ${read(message)}` : read(result.error);
  end(1, thrown.slice(0, 2000));
} else {
  runtime.executePendingJobs(10_000);
  end(0, '');
}
