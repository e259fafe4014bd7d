/**
 * The nouns of Pawl and the parts that the command line and programs share: `import { Certificate } from 'pawl'`. Each subject has a
 * module of its own: `pawl/skill`, `pawl/tasks`, `pawl/sat`, `pawl/circuit`, `pawl/verify`.
 */
export { Json, Outcome, Run, RunEvent } from '#contracts';
export { Certificate } from '#contracts/certificates';
export type { Journal, ModelClient } from '#contracts/ports';
export { SkillFiles, SkillTask, type SkillWorld } from '#contracts/skills';
export { Task, Verdict } from '#contracts/tasks';
export { Fault } from '#kernel';
export { defineEnvironment, isEnvironment } from './define-environment.ts';
export { loadTasks, type TaskSplits } from './load-tasks.ts';
export {
  openSelfPlay,
  type SelfPlayed,
  type SelfPlayParts,
  type SelfPlayRun,
  type StartSource,
} from './open-selfplay.ts';
export { openTraining, requestedBy, type Trained, type Training, type TrainingParts } from './open-training.ts';
export { systemTimer } from './system-timer.ts';
