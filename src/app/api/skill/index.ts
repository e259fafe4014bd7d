/** Skill training for programs: `import { train } from 'pawl/skill'`. */
export type { Outcome, Score } from '#foundation/contracts';
export type { Journal, ModelClient, ModelReply, ModelRequest } from '#foundation/contracts/ports';
export type { RolloutRequest, SkillFiles, SkillTask, SkillWorld, Split } from '#foundation/contracts/skills';
export type { ProposingAgent } from '#ratchet/rollout';
export {
  evaluateSkill,
  type SkillScore,
  type TrainSettings,
  type TrainSummary,
  usualSettings,
} from '#learners/skill/train';
export { createAnswerWorld, createDialogueWorld, type Dialogue, type Turn } from '#learners/skill/worlds';
export { fromAiSdk } from '#world/models';
export { createModel } from '#world/models/providers';
export { defineEnvironment } from '../define-environment.ts';
export { loadTasks } from '../load-tasks.ts';
export { openTraining, type Trained, type Training, type TrainingParts } from '../open-training.ts';
export { systemTimer } from '../system-timer.ts';
export { train, type TrainOptions } from '../train.ts';
