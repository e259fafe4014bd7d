import type { Checkpoint } from '#foundation/contracts/self-play';
import { keepContent } from '#ratchet/certify';
import { Fault, type Hash } from '#foundation/kernel';
import type { Play, TrainedRole } from './play.ts';

/** Keeps a checkpoint as a blob: its weights where this process has them, else its name. */
export async function keep(play: Play, role: TrainedRole, checkpoint: Checkpoint): Promise<Hash> {
  const { journal, blobs, trainers } = play.ports;
  const { computed } = trainers[role];
  if (computed === undefined) return keepContent(journal, { ...checkpoint });
  const hash = await journal.step('keep-checkpoint', { role, checkpoint: checkpoint.id }, () =>
    journal.putBlob(computed.bytesOf(checkpoint)),
  );
  computed.adopt(checkpoint, () => {
    const bytes = blobs.getBlob(hash);
    if (bytes === undefined) throw new Fault('lm/bad-checkpoint', `the store has no weights of ${checkpoint.id}`);
    return bytes;
  });
  return hash;
}
