/** Where a skill is tried. */
export { createAnswerWorld } from './answer-world.ts';
export { createDialogueWorld, type Dialogue, type Turn } from './dialogue-world.ts';
export { createHarnessWorld } from './harness-world.ts';
export { readTasks, taskFields } from './read-tasks.ts';
export { splitTasks } from './split-tasks.ts';
export { createTeachWorld } from './teach-world.ts';
