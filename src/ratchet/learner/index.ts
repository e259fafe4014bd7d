/** What a learner is to the engine. */
export { type Learner, practise } from './learner.ts';
