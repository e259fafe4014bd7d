/** The Boolean Expert Machine: planes, lanes, experts, ROUTE, macros, the step, configuration and snapshots. */
export type { CodeCounters, CompileMode } from './machine/code-store.ts';
export { checkContract, type ContractAnswer, requireContract } from './machine/contract.ts';
export { createConfig, type MachineConfig, type MachinePreset, machinePresets } from './machine/config.ts';
export { emptyCounters } from './machine/counter-table.ts';
export { describeMachine, type MachineDescription, machineReport } from './machine/describe-machine.ts';
export type { Expert, ExpertBody, PlaneLiteral } from './machine/expert.ts';
export { createIndexRouter, type RouterKnobs } from './route/index-router.ts';
export { type MachineKnob, type MachineKnobName, type MachineKnobs, machineKnobs } from './machine/knobs.ts';
export { type MachineSnapshot, snapshotMachine } from './machine/machine-state.ts';
export { type AddOptions, createMachine, type Machine, type MachineOptions } from './machine/machine.ts';
export { planeName, planeOf, type PlaneMap, type Region } from './machine/plane-map.ts';
export { anyShard, createScanRouter, type RouteQuery, type Router } from './route/router.ts';
export { restoreMachine } from './machine/snapshot.ts';
export {
  type BranchNode,
  type ExpertNode,
  type GraphNode,
  type RouteNode,
  routeThenEnd,
  type StepGraph,
} from './step/step-graph.ts';
export type { StepOptions, StepReport } from './step/stepper.ts';
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
export { createTextPredictor, createTokenPredictor, describePredictor } from './predict/text-predictor.ts';
export type { Nesting } from './predict/token-router.ts';
export { AdaptiveValueExperts, type Replacements } from './learn/adaptive-value-experts.ts';
export { createArmMachine } from './learn/arm-machine.ts';
export { MachineBandit } from './learn/machine-bandit.ts';
export { ValueExperts } from './learn/value-experts.ts';
export { RoutedValues, type RoutingRecord, type ValueAdviser } from './learn/routed-values.ts';
export { detectionDefaults, routingDefaults, valueDefaults } from './learn/value-knobs.ts';
export type { TextSizes } from './predict/text-router.ts';
export { type Learning, type Predictor, type PredictorSnapshot } from './predict/predictor.ts';
export { applyPatch } from './patches/apply-patch.ts';
export { proposeSkip, proposeUnroute } from './patches/propose-cfg-edit.ts';
export { proposeFuse } from './patches/propose-fuse.ts';
export { proposeInstall } from './patches/propose-install.ts';
export { proposeMerge } from './patches/propose-merge.ts';
export { proposeReroute, proposeRetire } from './patches/propose-retire.ts';
export { proposeSimplify, proposeSubstitution } from './patches/propose-simplify.ts';
export { bestSplitPlane, proposeSplit } from './patches/propose-split.ts';
export { proposeWiden } from './patches/propose-widen.ts';
export { proveSafe } from './patches/prove-safe.ts';
export { runSymbolically } from './patches/run-symbolically.ts';
export type { PlaneInvariant } from './patches/safety-property.ts';
export { type FieldTrial, type PatchOutcome, SlowPath, type SlowPathTally } from './patches/slow-path.ts';
export { type Structure, structureOf } from './patches/step-program.ts';
export type { Example, PatchKind, StructuralPatch } from './patches/structural-patch.ts';
export { type LanePick, stepAndWatch } from './learn/lane-picks.ts';
export { MidPath, type MidPathKnobs, type MidPathReport, type PickBatch, type PickEpisode } from './learn/mid-path.ts';
export type { InstalledProgram } from './synthesis/installed-program.ts';
export { learningDefaults } from './synthesis/learn-program.ts';
export type { LearntProgram } from './synthesis/learnt-program.ts';
export { agreesWith, runProgram, type StepProgram } from './synthesis/program.ts';
export { CandidateLanes } from './synthesis/candidate-lanes.ts';
export { CandidateSpace } from './synthesis/candidate-space.ts';
export { certifyClaims } from './synthesis/certify-claims.ts';
export { proveAgreement, type Specification } from './synthesis/prove-agreement.ts';
export type { PlanClaim } from './synthesis/prove-plan.ts';
export { memoryBits, type MemoryPlan } from './synthesis/controller-experts.ts';
export { answerOf, runSequences } from './synthesis/run-sequences.ts';
export { finalSequence, type Sequence, type SequenceShape } from './synthesis/sequence.ts';
export {
  installProgram,
  type SynthesisedMachine,
  synthesiseMachine,
  type SynthesisOptions,
} from './synthesis/synthesise-machine.ts';
export { type Pilot, type PilotEpisode, type PilotGain, pilotRun } from './patches/pilot-run.ts';
export { hypothesisClasses } from './synthesis/classes/classes.ts';
export { type BitEpisode, type BitStep, Evidence } from './synthesis/classes/evidence.ts';
export type { HypothesisClass, Learnt, Search } from './synthesis/classes/hypothesis-class.ts';
export { InstalledThinker } from './synthesis/classes/installed-thinker.ts';
export { type Budget, EPISODE_EFFORT, Meter } from './synthesis/classes/meter.ts';
export { type Actor, actorOf, type Practice } from './synthesis/classes/practice.ts';
export { type Entry, race, raceDefaults, type RaceOptions, type RaceResult } from './synthesis/classes/race.ts';
export { type ProvedPlan, proveThinkPlan } from './synthesis/classes/prove-think-plan.ts';
export { PlanMaker, type ThinkPlan } from './synthesis/classes/think-plan.ts';
export { type Fragment, selectorId } from './main/fragment.ts';
export { type LaneInput, MainMachine, type MainSizes, mainSizes, type SlotPick } from './main/main-machine.ts';
export { planToC, planToWasm, stepCircuitOf } from './main/export-plan.ts';
export { applyPlanPatch, costOfPlan, patchObligation, type PlanPatch, type PlanPatchKind } from './main/plan-patch.ts';
export { proposeBold, proposePlanPatches, savingOf } from './main/propose-plan-patches.ts';
export { sameSizes, sameWords, type SlotKey, slotKeyOf } from './main/slot-key.ts';
