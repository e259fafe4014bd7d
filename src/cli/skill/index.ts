/** Skill training for programs: `import { train } from 'pawl/skill'`. */
export { defineEnvironment } from './define-environment.ts';
export { loadTasks } from './load-tasks.ts';
export { type TrainOptions, train } from './train-skill.ts';
export { createDialogueWorld, type Dialogue, type Turn, usualSettings } from '#loops';
export { createModel, fromAiSdk } from '#models';
