/** What to practise next: domain, difficulty, template, patch; and which episodes may teach. */
export { createCostModel, learnCost, type CostModel } from './cost-model.ts';
export type { LevelRule } from './curriculum.ts';
export { addDomain, createDomainBoard, creditDomains, observeDomains, type DomainBoard } from './domain-board.ts';
export { allocateDomains, pickPractice, splitModes, type ScheduleRule } from './domain-scheduler.ts';
export { editBudget } from './edit-budget.ts';
export { turnKnobs, type Knobs } from './knobs.ts';
export { countWaiting, popPatch, rankPatches, type QueuedPatch, type RankedPatch } from './patch-queue.ts';
export { poxScore } from './pox-score.ts';
export { addTemplate, createTeachLibrary, observeLesson, type TeachLibrary } from './teach-library.ts';
export { teachStep } from './teach-step.ts';
export { adjustVerifyShare, createVerifyShare, observeVerification, type VerifyShare } from './verify-share.ts';
