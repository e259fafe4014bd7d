import { Fault } from '#foundation/kernel';
import type { MachineKnobs } from './knobs.ts';

/** The four kinds of planes, in the order they are numbered. */
export type Region = 'input' | 'state' | 'shared' | 'output';

/** How the planes of a machine are numbered: input, state, shared, output, one after the other. */
export interface PlaneMap {
  readonly count: number;
  /** Number of the first plane and the number of planes of each region. */
  readonly regions: Readonly<Record<Region, { readonly first: number; readonly size: number }>>;
}

/** The numbering for a configuration. */
export function planeMapOf(knobs: MachineKnobs): PlaneMap {
  const { inputs, state, shared, outputs } = knobs;
  return {
    count: inputs + state + shared + outputs,
    regions: {
      input: { first: 0, size: inputs },
      state: { first: inputs, size: state },
      shared: { first: inputs + state, size: shared },
      output: { first: inputs + state + shared, size: outputs },
    },
  };
}

/** The number of bit i of a region. */
export function planeOf(map: PlaneMap, region: Region, i: number): number {
  const { first, size } = map.regions[region];
  if (!(Number.isInteger(i) && i >= 0 && i < size)) {
    throw new Fault('bem/no-plane', `${region}[${i}] does not exist; there are ${size}`, { details: { region, i } });
  }
  return first + i;
}

/** `state[3]` and the like; a number outside all regions has no name. */
export function planeName(map: PlaneMap, plane: number): string | undefined {
  for (const [region, { first, size }] of Object.entries(map.regions)) {
    if (Number.isInteger(plane) && plane >= first && plane < first + size) return `${region}[${plane - first}]`;
  }
  return undefined;
}
