import { z } from 'zod';
import { Json } from '#foundation/contracts';

/** A circuit of AND and XOR gates as it is drawn: fanins are edges, twice the node plus one where it is negated; node 0 is FALSE. */
const CircuitView = z.strictObject({
  inputs: z.int(),
  gates: z.array(z.int()),
  outputs: z.array(z.int()),
  inputNames: z.array(z.string()),
  outputNames: z.array(z.string()),
});

/** One expert: what it reads and writes, and its circuit where that is small enough to draw. */
export const ExpertView = z.strictObject({
  id: z.string(),
  part: z.string(),
  gates: z.int(),
  depth: z.int(),
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  guard: z.array(z.string()),
  circuit: CircuitView.nullable(),
});
export type ExpertView = z.infer<typeof ExpertView>;

/** One skill of the machine: a fragment of its step graph. */
export const FragmentView = z.strictObject({
  id: z.string(),
  template: z.string(),
  level: z.int(),
  class: z.string(),
  says: z.string(),
  hash: z.string(),
  thinkSteps: z.int(),
  inputs: z.int(),
  state: z.int(),
  outputs: z.int(),
  experts: z.array(ExpertView),
  /** The routing key of its own slot. */
  key: z.string(),
  /** What the routing weights say of slots: the key of the slot leads to this fragment so strongly. */
  weights: z.array(z.strictObject({ slot: z.string(), key: z.string(), weight: z.number() })),
  /** Fragments that could run in its slot beside it. */
  rivals: z.array(z.string()),
  /** Changes that were accepted of it, with what lets them stay. */
  history: z.array(z.strictObject({ seq: z.int(), what: z.string(), certificate: z.string().nullable() })),
});
export type FragmentView = z.infer<typeof FragmentView>;

export const MachineView = z.strictObject({
  fragments: z.array(FragmentView),
  gates: z.int(),
  experts: z.int(),
});
export type MachineView = z.infer<typeof MachineView>;

/** One observation and what the machine made of it, think-step by think-step. */
const TraceStep = z.strictObject({
  /** The three faces of the observation: data, text, bits. */
  observation: z.strictObject({ data: Json, text: z.string(), bits: z.string() }),
  thinking: z.array(
    z.strictObject({
      /** Experts whose guard held. */
      ran: z.array(z.string()),
      /** What each of them changed, in the order in which they ran; the first planes are named. */
      writes: z.array(z.strictObject({ expert: z.string(), planes: z.array(z.string()), count: z.int() })),
      /** Planes as bits of this lane, after the step. */
      state: z.string(),
      output: z.string(),
    }),
  ),
  action: z.strictObject({ data: Json, text: z.string(), bits: z.string() }),
  reward: z.number(),
});

export const MachineTrace = z.strictObject({
  task: z.string(),
  template: z.string(),
  level: z.int(),
  rules: z.string(),
  /** Names of the planes in the order of the bits. */
  planes: z.strictObject({ input: z.array(z.string()), state: z.array(z.string()), output: z.array(z.string()) }),
  /** How the lane found its fragment: those that fit its key, and the one that ROUTE picked in the first step. */
  routing: z.strictObject({
    key: z.string(),
    picked: z.string(),
    candidates: z.array(
      z.strictObject({ fragment: z.string(), similarity: z.int(), weight: z.number(), share: z.number() }),
    ),
  }),
  steps: z.array(TraceStep),
  total: z.number(),
  ok: z.boolean(),
  why: z.string().nullable(),
  best: z.number(),
});
export type MachineTrace = z.infer<typeof MachineTrace>;
