/** Skill training for programs: `import { train } from 'pawl/skill'`. */
export { defineEnvironment } from './define-environment.ts';
export { type TrainOptions, train } from './train-skill.ts';
