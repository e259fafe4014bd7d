/** The machine itself: planes, experts, configuration, state and what is said of them. */
export { createConfig, machinePresets } from './config.ts';
export { describeMachine, type MachineDescription } from './describe-machine.ts';
export { snapshotMachine } from './snapshot-machine.ts';
export { createMachine, type Machine } from './machine.ts';
export { planeOf } from './plane-map.ts';
