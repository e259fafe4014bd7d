import type { ThinkPlan } from '#learners/machine/hypotheses';
import { type CircuitData, circuitFromData, circuitToData } from '#logic/circuit/formats';
import { z } from 'zod';

const BitData = z.strictObject({ region: z.enum(['input', 'state', 'shared', 'output']), at: z.int().min(0) });

/** A part of a plan as plain data. */
export const PartData = z.strictObject({
  id: z.string().min(1),
  reads: z.array(BitData),
  writes: z.array(BitData),
  guard: z.array(z.strictObject({ bit: BitData, value: z.boolean() })),
  circuit: z.strictObject({
    inputs: z.int().min(0),
    gates: z.array(z.number()),
    outputs: z.array(z.number()),
  }),
});
export type PartData = z.infer<typeof PartData>;

type Part = ThinkPlan['parts'][number];

export function partToData({ id, reads, writes, guard = [], circuit }: Part): PartData {
  const { inputs, gates, outputs }: CircuitData = circuitToData(circuit);
  return {
    id,
    reads: [...reads],
    writes: [...writes],
    guard: [...guard],
    circuit: { inputs, gates: [...gates], outputs: [...outputs] },
  };
}

export function partFromData({ id, reads, writes, guard, circuit }: PartData): Part {
  return { id, reads, writes, ...(guard.length === 0 ? {} : { guard }), circuit: circuitFromData(circuit) };
}
