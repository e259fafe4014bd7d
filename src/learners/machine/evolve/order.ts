import { z } from 'zod';

/** What a person tells a run while it is under way. */
export const Order = z.discriminatedUnion('kind', [
  /** One more template to learn; its domain joins where it is new. */
  z.strictObject({ kind: z.literal('add-template'), template: z.string().min(1) }),
  /** PoX weights and all else that tunes the schedulers. */
  z.strictObject({ kind: z.literal('turn-knob'), knob: z.string().min(1), value: z.number() }),
  /** The levels of a template that are practised from now on. */
  z.strictObject({
    kind: z.literal('set-levels'),
    template: z.string().min(1),
    from: z.int().min(1),
    to: z.int().min(1),
  }),
]);
export type Order = z.infer<typeof Order>;
