import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '#foundation/kernel';
import { readGguf, readPublished, saveCheckpoint, writeGguf } from '#learners/model/lm/files';
import { defineCommand, ExitCode, type Shell } from '../command.ts';
import { loadWriter } from '../selfplay/load-writer.ts';

export const lmExport = defineCommand({
  name: 'lm export',
  args: [
    {
      name: 'checkpoint',
      says: 'a safetensors file of `pawl lm train` or `pawl selfplay --out`, or open weights (llama, 32 or 16 bits): a GGUF file, or a safetensors file with its config.json beside it',
      required: true,
    },
  ],
  flags: z.object({ output: z.string().describe('file to write: .gguf or .safetensors') }),
  short: { output: 'o' },
  examples: [
    'pawl lm export parity.safetensors -o parity.gguf',
    'pawl lm export weights.gguf -o weights.safetensors --json',
    'pawl lm export open/model.safetensors -o weights.safetensors',
  ],

  async run([file = ''], { output }, shell) {
    if (isGguf(file) && isGguf(output)) throw new Fault('cli/usage', 'both files are GGUF');
    const bytes = isGguf(output) ? await ggufOf(file, shell) : await checkpointOf(file, shell);
    shell.writeFile(output, bytes);
    if (shell.json) shell.print(JSON.stringify({ from: file, output, bytes: bytes.length }));
    else
      shell.print(
        `${output}: ${bytes.length} bytes${isGguf(output) ? '' : '; weights only, the tokenizer is not read'}`,
      );
    return ExitCode.ok;
  },
});

const isGguf = (name: string): boolean => name.endsWith('.gguf');

async function ggufOf(file: string, shell: Shell): Promise<Uint8Array> {
  const { model, tokenizer } = await loadWriter(file, shell);
  return writeGguf(model, tokenizer, basename(file).replace(/\.[^.]*$/u, ''));
}

/** Open weights as a checkpoint. */
async function checkpointOf(file: string, shell: Shell): Promise<Uint8Array> {
  const weights = await shell.readInput(file);
  const model = isGguf(file)
    ? readGguf(weights)
    : readPublished(new TextDecoder().decode(await shell.readInput(join(dirname(file), 'config.json'))), weights);
  return saveCheckpoint(model, { notes: { from: basename(file) } });
}
