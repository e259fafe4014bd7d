import { Fault } from '#foundation/kernel';
import { loadCheckpoint } from '#learners/model/lm/files';
import type { Writer } from '#learners/model/lm-practice';
import type { Shell } from '../command.ts';

/** A checkpoint file that can write texts: weights and tokenizer. */
export async function loadWriter(file: string, shell: Shell): Promise<Writer> {
  const { model, tokenizer } = loadCheckpoint(await shell.readInput(file));
  if (tokenizer === undefined) throw new Fault('lm/bad-checkpoint', `${file} has weights but no tokenizer`);
  return { model, tokenizer };
}
