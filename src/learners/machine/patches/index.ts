/** Patches of a plan: proposed, proved to change nothing that anyone can see, applied. */
export { applyPlanPatch, costOfPlan, patchObligation, type PlanPatch, runPart, sharesSaved } from './plan-patch.ts';
export { proposeBold, proposePlanPatches, savingOf } from './propose-plan-patches.ts';
export { type LanePlanes, verifyPlanPatch } from './verify-plan-patch.ts';
