/** Skill training for programs: `import { train } from 'pawl/skill'`. */
export type { Outcome, Score } from '#contracts';
export type { Journal, ModelClient, ModelReply, ModelRequest } from '#contracts/ports';
export type { RolloutRequest, SkillFiles, SkillTask, SkillWorld, Split } from '#contracts/skills';
export type { ProposingAgent } from '#loops/rollout';
export { evaluateSkill, type SkillScore, type TrainSettings, type TrainSummary, usualSettings } from '#loops/train';
export { createAnswerWorld, createDialogueWorld, type Dialogue, type Turn } from '#loops/worlds';
export { fromAiSdk } from '#models';
export { createModel } from '#models/providers';
export { defineEnvironment } from '../define-environment.ts';
export { loadTasks } from '../load-tasks.ts';
export { openTraining, type Trained, type Training, type TrainingParts } from '../open-training.ts';
export { systemTimer } from '../system-timer.ts';
export { train, type TrainOptions } from '../train.ts';
