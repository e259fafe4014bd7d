/** The Boolean Expert Machine: planes, lanes, experts, ROUTE, macros, the step, configuration and snapshots. */
export type { CodeCounters, CompileMode } from './code-store.ts';
export { createConfig, type MachineConfig, type MachinePreset, machinePresets } from './config.ts';
export { emptyCounters } from './counter-table.ts';
export { describeMachine, type MachineDescription, machineReport } from './describe-machine.ts';
export type { Expert, ExpertBody, PlaneLiteral } from './expert.ts';
export { createIndexRouter } from './index-router.ts';
export { type MachineKnob, type MachineKnobName, type MachineKnobs, machineKnobs } from './knobs.ts';
export { createMachine, type Machine, type MachineOptions } from './machine.ts';
export { planeName, planeOf, type PlaneMap, type Region } from './plane-map.ts';
export { anyShard, createScanRouter, type RouteQuery, type Router } from './router.ts';
export { type MachineSnapshot, restoreMachine, snapshotMachine } from './snapshot.ts';
export type { StepOptions, StepReport } from './stepper.ts';
export { type Macro, type MacroInstance, type MacroKnob, type Port } from './macros/macro.ts';
export { findMacro, macros } from './macros/macros.ts';
export { type MacroProof, proveMacro } from './macros/prove-macro.ts';
export { grayCodeOf, grayDecode, grayEncode } from './route/gray-code.ts';
export { type KeyRule, laneKeys, type LanePlanes } from './route/lane-keys.ts';
export type { BucketOccupancy } from './route/partition.ts';
export {
  type Approximation,
  createRouteIndex,
  type RouteAnswer,
  type RouteEntry,
  type RouteFilter,
  RouteIndex,
} from './route/route-index.ts';
export { routeKnobs, type RouteKnobs } from './route/route-knobs.ts';
export type { InstalledProgram } from './synthesis/installed-program.ts';
export type { LearntProgram } from './synthesis/learnt-program.ts';
export { agreesWith, runProgram, type StepProgram } from './synthesis/program.ts';
export { memoryBits, type MemoryPlan } from './synthesis/controller-experts.ts';
export { answerOf, runSequences } from './synthesis/run-sequences.ts';
export { finalSequence, type Sequence, type SequenceShape } from './synthesis/sequence.ts';
export { type SynthesisedMachine, synthesiseMachine, type SynthesisOptions } from './synthesis/synthesise-machine.ts';
