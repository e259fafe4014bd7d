import { Fault } from '#foundation/kernel';
import { type MachineKnobs, turnMachineKnobs } from './knobs.ts';
import { planeMapOf, planeName } from './plane-map.ts';

/** What a machine is before it has experts. */
export interface MachineConfig {
  readonly knobs: MachineKnobs;
  /** Planes (input or state) that make the routing key, least significant bit first; at most `codeBits`. */
  readonly keyPlanes: readonly number[];
}

/** Named configurations; `micro` is the shape of the machine-step benchmark. */
export const machinePresets = {
  tiny: { inputs: 8, state: 16, shared: 16, outputs: 4, lanes: 128, experts: 64, gates: 128 },
  standard: {},
  micro: { inputs: 32, state: 64, shared: 32, outputs: 8, lanes: 512, gates: 512, candidates: 16, picks: 4 },
  wide: { inputs: 64, state: 512, shared: 1024, outputs: 64, lanes: 1024, experts: 16384, gates: 1024 },
} as const satisfies Readonly<Record<string, Partial<MachineKnobs>>>;

/** Knobs and key planes, checked. Without key planes the inputs, then the state bits, that fit the code make the key. */
export function createConfig(
  turned: Readonly<Record<string, number>> = {},
  keyPlanes?: readonly number[],
): MachineConfig {
  const knobs = turnMachineKnobs(turned);
  const { inputs, state, codeBits } = knobs;
  const planes = keyPlanes ?? Array.from({ length: Math.min(codeBits, inputs + state) }, (_, i) => i);
  const map = planeMapOf(knobs);
  if (planes.length > codeBits) {
    throw badKey(`${planes.length} key planes are more than the ${codeBits} bits of a code`);
  }
  if (new Set(planes).size !== planes.length) throw badKey(`a key plane is named twice in ${planes.join(', ')}`);
  for (const plane of planes) {
    const name = planeName(map, plane);
    if (name === undefined || plane >= inputs + state) {
      throw badKey(`key plane ${plane}${name === undefined ? '' : ` (${name})`} is neither an input nor a state plane`);
    }
  }
  return { knobs, keyPlanes: planes };
}

function badKey(message: string): Fault {
  return new Fault('bem/bad-key', message, { details: { field: 'keyPlanes' } });
}
