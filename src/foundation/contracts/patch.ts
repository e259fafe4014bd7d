import { z } from 'zod';
import { Json } from './json.ts';
import { Domain } from './tasks/task.ts';

/** A proposed change of a learner: spec/pipeline §2.4. `gain` holds ΔR regret, ΔS safety, ΔC cost, ΔI information. */
export const Patch = z.strictObject({
  v: z.literal(1),
  id: z.string().min(1),
  learner: z.string().min(1),
  kind: z.string().min(1),
  domains: z.array(Domain),
  gain: z.strictObject({ R: z.number(), S: z.number(), C: z.number(), I: z.number() }),
  verificationCost: z.number().min(0),
  payload: Json,
});
export type Patch = z.infer<typeof Patch>;
