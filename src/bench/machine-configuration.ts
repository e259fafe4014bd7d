import { describeMachine, type Machine } from '#bem';
import type { Json } from '#contracts';

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
