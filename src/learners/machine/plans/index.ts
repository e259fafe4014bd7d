/** Programs found from examples. */
export { CandidateLanes } from './candidate-lanes.ts';
export { CandidateSpace } from './candidate-space.ts';
export { memoryBits, type MemoryPlan } from './controller-experts.ts';
export { learningDefaults, type LearnOptions, learnProgram } from './learn-program.ts';
export type { LearntProgram } from './learnt-program.ts';
export { finalSequence, type Sequence, type SequenceShape } from './sequence.ts';
