/** The Boolean Expert Machine: planes, lanes, experts, ROUTE, macros, the step, configuration and snapshots. */
export type { CodeCounters, CompileMode } from './code-store.ts';
export { checkContract, type ContractAnswer, requireContract } from './contract.ts';
export { createConfig, type MachineConfig, type MachinePreset, machinePresets } from './config.ts';
export { emptyCounters } from './counter-table.ts';
export { describeMachine, type MachineDescription, machineReport } from './describe-machine.ts';
export type { Expert, ExpertBody, PlaneLiteral } from './expert.ts';
export { createIndexRouter, type RouterKnobs } from './index-router.ts';
export { type MachineKnob, type MachineKnobName, type MachineKnobs, machineKnobs } from './knobs.ts';
export { type MachineSnapshot, snapshotMachine } from './machine-state.ts';
export { type AddOptions, createMachine, type Machine, type MachineOptions } from './machine.ts';
export { planeName, planeOf, type PlaneMap, type Region } from './plane-map.ts';
export { anyShard, createScanRouter, type RouteQuery, type Router } from './router.ts';
export { restoreMachine } from './snapshot.ts';
export {
  type BranchNode,
  type ExpertNode,
  type GraphNode,
  type RouteNode,
  routeThenEnd,
  type StepGraph,
} from './step-graph.ts';
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
