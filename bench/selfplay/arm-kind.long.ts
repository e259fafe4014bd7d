import { expect, it } from 'vitest';
import { schoolStart, usualSchooling } from '#learners/model/selfplay';
import { loadPracticeWorlds } from '#world/models';
import { sha256 } from '#foundation/kernel';
import { armKind } from './arm-kind.ts';
import { cells } from './cells.ts';
import { playArm } from './play-arm.ts';

it('an arm as a job comes to what it comes to in one process, and its start checkpoint is found by its hash', async () => {
  const worlds = await loadPracticeWorlds();
  const [cell] = cells;
  const corpus = cell!.world(worlds, 1).corpus(20, 0.5);
  const bytes = schoolStart(corpus, cell!.form(), {
    seed: 1,
    schooling: { ...usualSchooling, steps: 1 },
  });
  const plan = { arm: 'default', seed: 2, startNumber: 1, judgeCalls: 40, perFamily: 1 };
  const asked = { ...plan, cell: cell!.title, start: { id: 'start', blob: sha256(bytes) } };
  const context = { signal: new AbortController().signal, blobs: { getBlob: () => bytes } };
  const alone = await playArm(worlds, { ...plan, cell: cell!, start: { id: 'start', bytes } });
  expect(await armKind.run(armKind.inputs.parse(asked), context)).toEqual(alone);
  await expect(armKind.run(asked, { ...context, blobs: { getBlob: () => undefined } })).rejects.toMatchObject({
    code: 'dispatch/no-blob',
  });
});
