/** May the candidate replace the incumbent? */
export { createGate, tasksToFind, usualNeeds } from './create-gate.ts';
export { describeGates, GateConfig, gateDefaults, gateRow } from './gates.ts';
export type { Gate, GateVerdict, TrialCandidate, TrialEvidence, TrialPair } from './gate.ts';
export { sealedHeadline, validationHeadline } from './headline.ts';
export { MARGIN_TEST } from './margin-trial.ts';
export { SIGN_FLIP_TEST } from './paired-sign-flip.ts';
export { type GateDecision, SIGN_TEST, signGate } from './sign-gate.ts';
export { tasksToDecide } from './tasks-to-decide.ts';
export { spendAlpha } from './spend-alpha.ts';
