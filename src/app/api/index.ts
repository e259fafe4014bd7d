/**
 * The nouns of Pawl and the parts that the command line and programs share: `import { Certificate } from 'pawl'`. Each subject has a
 * module of its own: `pawl/skill`, `pawl/tasks`, `pawl/sat`, `pawl/circuit`, `pawl/verify`.
 */
export { Json, Outcome, Run, RunEvent } from '#foundation/contracts';
export { Certificate } from '#foundation/contracts/certificates';
export type { Journal, ModelClient } from '#foundation/contracts/ports';
export { SkillFiles, SkillTask, type SkillWorld } from '#foundation/contracts/skills';
export { Task, Verdict } from '#foundation/contracts/tasks';
export { Fault } from '#foundation/kernel';
export { defineEnvironment, isEnvironment } from './define-environment.ts';
export { loadTasks, type TaskSplits } from './load-tasks.ts';
export { evolve, type EvolveOptions } from './evolve.ts';
export { openEvolving, type Evolved, type Evolving, type EvolvingParts, type EvolvingPorts } from './open-evolving.ts';
export {
  openSelfPlay,
  type SelfPlayed,
  type SelfPlayParts,
  type SelfPlayRun,
  type StartSource,
} from './open-selfplay.ts';
export { openLearning, type Learning } from './open-learning.ts';
export { openTraining, requestedBy, type Trained, type Training, type TrainingParts } from './open-training.ts';
export { selfplay, type SelfPlayOptions } from './selfplay.ts';
export { train, type TrainOptions } from './train.ts';
export { systemTimer } from './system-timer.ts';
