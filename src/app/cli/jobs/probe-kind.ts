import { z } from 'zod';
import type { JobKind } from '#foundation/contracts/ports';

/** Work of which all that matters is that it takes its time: it waits, as a call of a model would, and gives back what follows from its number. */
export const probeKind: JobKind<{ n: number; milliseconds: number }, { square: number }> = {
  kind: 'bench/wait',
  inputs: z.strictObject({ n: z.int(), milliseconds: z.int().min(0).max(60_000) }),
  result: z.strictObject({ square: z.number() }),
  lane: () => 'calls-probe',
  async run({ n, milliseconds }) {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return { square: n * n };
  },
};
