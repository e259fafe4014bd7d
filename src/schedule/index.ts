/** What to practise next: domain, difficulty, template, patch; and which episodes may teach. */
export { createCostModel, learnCost, predictCost, type CostFeatures, type CostModel } from './cost-model.ts';
export { createCurriculum, distributeLevels, observeLevel, type Curriculum, type LevelRule } from './curriculum.ts';
export {
  addDomain,
  createDomainBoard,
  creditDomains,
  observeDomains,
  type DomainBoard,
  type DomainResult,
} from './domain-board.ts';
export { allocateDomains, pickPractice, splitModes, type ModeShares, type ScheduleRule } from './domain-scheduler.ts';
export { editBudget, type EditBudgetRule, type EditBudgetSchedule } from './edit-budget.ts';
export { groupAdvantages, type MaskLimits } from '#statistics';
export { scheduleKnobs, turnKnobs, type KnobName, type Knobs } from './knobs.ts';
export { metaStatistics, type MetaStatistics } from './meta-statistics.ts';
export { mayTeach } from './off-policy-mask.ts';
export { countWaiting, popPatch, rankPatches, type QueuedPatch, type RankedPatch } from './patch-queue.ts';
export { poxScore } from './pox-score.ts';
export type { Allocation, PracticeMode } from './practice-mode.ts';
export { addTemplate, createTeachLibrary, observeLesson, type Lesson, type TeachLibrary } from './teach-library.ts';
export { teachStep, type TeachRequest } from './teach-step.ts';
export { adjustVerifyShare, createVerifyShare, observeVerification, type VerifyShare } from './verify-share.ts';
