import { z } from 'zod';
import { Json } from '#foundation/contracts';
import type { JobKind } from '#foundation/contracts/ports';

const Asked = z.strictObject({
  /** One of ours, by its name: command lines do not travel. */
  competitor: z.string(),
  /** As `PlannedRun` has them. */
  plans: z.array(Json),
});

/** Runs of a competitor of our own, with a referee of their own beside it; what plays them is loaded when it is asked for. */
export const playKind: JobKind<z.infer<typeof Asked>, Json> = {
  kind: 'bench/play-runs',
  inputs: Asked,
  result: Json,
  async run({ competitor, plans }) {
    const { playOwn } = await import('./play-elsewhere.ts');
    return Json.parse(JSON.parse(JSON.stringify(await playOwn(competitor, plans))));
  },
};
