/** Skill training for programs: `import { train } from 'pawl/skill'`. */
export type {
  Journal,
  ModelClient,
  ModelReply,
  ModelRequest,
  Outcome,
  RolloutRequest,
  Score,
  SkillFiles,
  SkillTask,
  SkillWorld,
  Split,
} from '#contracts';
export {
  createAnswerWorld,
  createDialogueWorld,
  type Dialogue,
  evaluateSkill,
  type ProposingAgent,
  type SkillScore,
  type TrainSettings,
  type TrainSummary,
  type Turn,
  usualSettings,
} from '#loops';
export { createModel, fromAiSdk } from '#models';
export { defineEnvironment } from './define-environment.ts';
export { loadTasks } from './load-tasks.ts';
export { openTraining, type Trained, type Training, type TrainingParts } from './open-training.ts';
export { systemTimer } from './system-timer.ts';
export { train, type TrainOptions } from './train.ts';
