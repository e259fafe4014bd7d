/** The one machine a run grows: fragments, slots, plans and patches to them. */
export { planToC, planToWasm, stepCircuitOf } from './export-plan.ts';
export { type Fragment, selectorId } from './fragment.ts';
export { type LaneInput, MainMachine, mainSizes, type SlotPick } from './main-machine.ts';
export { applyPlanPatch, costOfPlan, patchObligation, type PlanPatch } from './plan-patch.ts';
export { proposeBold, proposePlanPatches, savingOf } from './propose-plan-patches.ts';
export { sameSizes, sameWords, type SlotKey, slotKeyOf } from './slot-key.ts';
