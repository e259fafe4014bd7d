/** Which template and level to teach next. */
export type { LevelRule } from './curriculum.ts';
export { addTemplate, createTeachLibrary, observeLesson, type TeachLibrary } from './teach-library.ts';
export { teachStep } from './teach-step.ts';
