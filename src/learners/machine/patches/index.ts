/** Patches to the structure of a machine: proposed, proved safe, applied. */
export { applyPatch } from './apply-patch.ts';
export { type Pilot, type PilotEpisode, type PilotGain, pilotRun } from './pilot-run.ts';
export { proposeFuse } from './propose-fuse.ts';
export { proposeSimplify, proposeSubstitution } from './propose-simplify.ts';
export { proveSafe } from './prove-safe.ts';
export { runSymbolically } from './run-symbolically.ts';
export type { PlaneInvariant } from './safety-property.ts';
export { type FieldTrial, type PatchOutcome, SlowPath } from './slow-path.ts';
export { structureOf } from './step-program.ts';
export type { StructuralPatch } from './structural-patch.ts';
