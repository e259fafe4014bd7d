import { describeMachine } from './describe-machine.ts';
import type { Machine } from '#learners/machine/representation/machine';
import type { Json } from '#foundation/contracts';

/** What a report says where no machine runs, field by field: the predictor of the language benchmarks is tables of counters. */
export function predictorMachine(memoryBytes: number): Json {
  return {
    W: 1,
    N: 'none: what a step keeps is the history of the text',
    K: 8 * memoryBytes,
    N_expert_max: 'none: every table predicts in every step',
    G_max: 'none: no circuits',
    ROUTE: 'not used: contexts are hashed into their tables',
    SAT: 'not used: nothing structural changes while it runs',
    cycles: 'per token of the one lane; nothing is amortised over lanes',
  };
}

/** What a report says of a machine: every knob under its name in the specification, its key planes and experts. */
export function machineConfiguration(machine: Machine): Json {
  const { simdBits, knobs, keyPlanes, experts } = describeMachine(machine);
  return {
    simdBits,
    knobs: Object.fromEntries(knobs.map(({ symbol, value }) => [symbol, value])),
    keyPlanes: [...keyPlanes],
    experts: { ...experts },
  };
}
