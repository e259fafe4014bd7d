/** The machine itself: planes, experts, configuration and state. */
export { createConfig, machinePresets } from './config.ts';
export { machineKnobs, type MachineKnob } from './knobs.ts';
export { snapshotMachine } from './snapshot-machine.ts';
export { createMachine, type Machine } from './machine.ts';
export { planeName, planeOf } from './plane-map.ts';
