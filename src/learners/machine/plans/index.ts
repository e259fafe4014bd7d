/** Programs found from examples, proved and installed. */
export { CandidateLanes } from './candidate-lanes.ts';
export { CandidateSpace } from './candidate-space.ts';
export { certifyClaims } from './certify-claims.ts';
export { memoryBits, type MemoryPlan } from './controller-experts.ts';
export type { InstalledProgram } from './installed-program.ts';
export { learningDefaults, learnProgram } from './learn-program.ts';
export type { LearntProgram } from './learnt-program.ts';
export { agreesWith } from './program.ts';
export { proveAgreement, type Specification } from './prove-agreement.ts';
export { answerOf, runSequences } from './run-sequences.ts';
export { finalSequence, type Sequence, type SequenceShape } from './sequence.ts';
export { installProgram, type SynthesisedMachine, synthesiseMachine } from './synthesise-machine.ts';
