import { Fault } from '#foundation/kernel';
import { measureCounters } from '#learners/model/counters';
import { measureText, type Writer } from '#learners/model/lm-practice';
import type { Shell } from '../command.ts';
import { readText } from './text-file.ts';

/** What each of the two is good for, in a sentence. */
const goodFor =
  'The counters learn while they read and write nothing: use them to score or to compress text. The model needs no text before it and goes on with a prompt: use it for `pawl lm sample` and self-play.';

/** Says how many bits per byte a model and the counters need for a text. */
export async function evalText(
  writer: Writer,
  { file, after }: { readonly file: string; readonly after: string | undefined },
  shell: Shell,
): Promise<void> {
  if (after === file) throw new Fault('cli/usage', `--after ${file}: the counters would know the text that they read`);
  const { bytes, text } = await readText(file, shell);
  const before = after === undefined ? undefined : (await readText(after, shell)).bytes;
  const display = shell.progress('lm eval');
  let model: number;
  try {
    model = measureText(writer, text, display.update);
  } finally {
    display.end();
  }
  const counters = measureCounters(bytes, before);
  if (shell.json) {
    const unit = 'bits per byte';
    shell.print(JSON.stringify({ file, bytes: bytes.length, unit, model, counters, after: after ?? null, goodFor }));
    return;
  }
  const row = (name: string, rate: number, how: string): string => `  ${name.padEnd(10)}${rate.toFixed(3)}   ${how}`;
  shell.print(`${file}: bits per byte of ${bytes.length} bytes`);
  shell.print(row('model', model, `${writer.model.size} weights; it learns nothing more`));
  if (counters.frozen !== null)
    shell.print(row('counters', counters.frozen, `after ${after}; they learn nothing more`));
  const begin = after === undefined ? 'from nothing' : `after ${after}`;
  shell.print(row('counters', counters.adaptive, `${begin}; they learn while they read`));
  shell.print(goodFor);
}
