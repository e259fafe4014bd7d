import { Fault } from '#kernel';
import type { Model } from '#lm';
import { loadCheckpoint } from '#lm/files';
import type { Tokenizer } from '#lm/tokens';
import type { Shell } from '../command.ts';

/** A checkpoint file that can write texts: weights and tokenizer. */
export async function loadWriter(
  file: string,
  shell: Shell,
): Promise<{ readonly model: Model; readonly tokenizer: Tokenizer }> {
  const { model, tokenizer } = loadCheckpoint(await shell.readInput(file));
  if (tokenizer === undefined) throw new Fault('lm/bad-checkpoint', `${file} has weights but no tokenizer`);
  return { model, tokenizer };
}
