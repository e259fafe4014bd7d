import { basename } from 'node:path';
import { z } from 'zod';
import { Fault } from '#kernel';
import { readGguf, saveCheckpoint, writeGguf } from '#lm/files';
import { defineCommand, ExitCode } from '../command.ts';
import { loadWriter } from '../selfplay/load-writer.ts';

export const lmExport = defineCommand({
  name: 'lm export',
  summary: 'Write a checkpoint as GGUF, which llama.cpp loads; or make one of a GGUF file of this shape.',
  args: [
    {
      name: 'checkpoint',
      says: 'a safetensors file of `pawl lm train` or `pawl selfplay --out`, or a GGUF file (llama, 32 or 16 bits)',
      required: true,
    },
  ],
  flags: z.object({ output: z.string().describe('file to write: .gguf or .safetensors') }),
  short: { output: 'o' },
  examples: [
    'pawl lm export parity.safetensors -o parity.gguf',
    'pawl lm export weights.gguf -o weights.safetensors --json',
  ],

  async run([file = ''], { output }, shell) {
    const isGguf = (name: string): boolean => name.endsWith('.gguf');
    if (isGguf(file) === isGguf(output)) {
      throw new Fault('cli/usage', 'one of the two files is GGUF (.gguf), the other safetensors');
    }
    const name = basename(file).replace(/\.[^.]*$/u, '');
    const bytes = isGguf(output)
      ? await loadWriter(file, shell).then(({ model, tokenizer }) => writeGguf(model, tokenizer, name))
      : saveCheckpoint(readGguf(await shell.readInput(file)), { notes: { from: basename(file) } });
    shell.writeFile(output, bytes);
    if (shell.json) shell.print(JSON.stringify({ from: file, output, bytes: bytes.length }));
    else
      shell.print(
        `${output}: ${bytes.length} bytes${isGguf(output) ? '' : '; weights only, the tokenizer is not read'}`,
      );
    return ExitCode.ok;
  },
});
