import { createConfig } from './config.ts';
import { type MachineSnapshot, openSnapshot } from './machine-state.ts';
import { createMachine, type Machine, type MachineOptions } from './machine.ts';

/** A new machine that behaves as the one the snapshot was taken of. */
export function restoreMachine(snapshot: MachineSnapshot, options: Omit<MachineOptions, 'randomPath'> = {}): Machine {
  const { config } = openSnapshot(snapshot);
  const machine = createMachine(createConfig(config.knobs, config.keyPlanes), options);
  machine.restore(snapshot);
  return machine;
}
