/** The loops: what is done in which order, against ports. */
export { type Audit, type AuditFinding, auditRun } from './audit/audit.ts';
export { type BitPractice, createBitPractice } from './practise/bit-practice.ts';
export { type AnswerWorldSettings, createAnswerWorld } from './worlds/answer-world.ts';
export { createDialogueWorld, type Dialogue, type DialogueWorldSettings, type Turn } from './worlds/dialogue-world.ts';
export { createHarnessWorld, type HarnessWorldSettings } from './worlds/harness-world.ts';
export { readTasks } from './worlds/read-tasks.ts';
export { type Ratio, splitTasks } from './worlds/split-tasks.ts';
export { createTeachWorld, type TeachWorldSettings } from './worlds/teach-world.ts';
export { practise, type PractiseConfig, type PractiseSummary } from './practise/practise.ts';
export { type Estimate, estimateRun } from './budget/estimate.ts';
export type { Limits, Price } from './budget/limits.ts';
export { usualPatience } from './rollout/backoff.ts';
export { type Evaluation, evaluateSkill } from './train/evaluate-skill.ts';
export type { TrainSummary } from './train/finish-run.ts';
export type { SkillScore } from './train/measure-skill.ts';
export { type TrainSettings, usualSettings } from './train/settings.ts';
export { train } from './train/train.ts';
export type { TrainPorts, TrainRun } from './train/train-run.ts';
