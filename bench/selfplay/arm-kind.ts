import { z } from 'zod';
import type { JobKind } from '#foundation/contracts/ports';
import { Fault } from '#foundation/kernel';
import { ArmResult } from './arm-result.ts';

const Asked = z.strictObject({
  arm: z.string(),
  /** The title of its cell. */
  cell: z.string(),
  seed: z.int(),
  startNumber: z.int(),
  judgeCalls: z.int(),
  perFamily: z.int(),
  /** The start checkpoint: what it is, and its bytes by their hash. */
  start: z.strictObject({ id: z.string(), blob: z.string() }),
});

/** One arm of the benchmark of self-play in one world; what plays it is loaded when it is asked for. */
export const armKind: JobKind<z.infer<typeof Asked>, ArmResult> = {
  kind: 'bench/play-arm',
  inputs: Asked,
  result: ArmResult,
  async run({ cell: title, start, ...asked }, { blobs }) {
    const [{ loadPracticeWorlds }, { cells }, { playArm }] = await Promise.all([
      import('#world/models'),
      import('./cells.ts'),
      import('./play-arm.ts'),
    ]);
    const cell = cells.find((each) => each.title === title);
    const bytes = blobs.getBlob(start.blob);
    if (cell === undefined) throw new Fault('cli/usage', `there is no cell ${title}`);
    if (bytes === undefined) throw new Fault('dispatch/no-blob', `the start checkpoint ${start.blob} is not here`);
    return playArm(await loadPracticeWorlds(), { ...asked, cell, start: { id: start.id, bytes } });
  },
};
