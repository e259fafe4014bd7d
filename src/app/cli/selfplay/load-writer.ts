import { Fault } from '#foundation/kernel';
import type { Model } from '#learners/model/lm';
import { loadCheckpoint } from '#learners/model/lm/files';
import type { Tokenizer } from '#learners/model/lm/tokens';
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
