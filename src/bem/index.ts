/** The Boolean Expert Machine: planes, lanes, experts, routing, the step, configuration and snapshots. */
export type { CodeCounters, CompileMode } from './code-store.ts';
export { createConfig, type MachineConfig, type MachinePreset, machinePresets } from './config.ts';
export { emptyCounters } from './counter-table.ts';
export { describeMachine, type MachineDescription, machineReport } from './describe-machine.ts';
export type { Expert, ExpertBody, PlaneLiteral } from './expert.ts';
export { grayCode } from './gray-code.ts';
export { type MachineKnob, type MachineKnobName, type MachineKnobs, machineKnobs } from './knobs.ts';
export { createMachine, type Machine, type MachineOptions } from './machine.ts';
export { planeName, planeOf, type PlaneMap, type Region } from './plane-map.ts';
export { anyShard, createScanRouter, type RouteQuery, type Router } from './router.ts';
export { type MachineSnapshot, restoreMachine, snapshotMachine } from './snapshot.ts';
export type { StepOptions, StepReport } from './stepper.ts';
