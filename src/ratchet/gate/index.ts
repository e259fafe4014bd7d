/** May the candidate replace the incumbent? */
export { createGate, tasksToFind, usualNeeds } from './create-gate.ts';
export type {
  Gate,
  GateAction,
  GateVerdict,
  Trial,
  TrialCandidate,
  TrialEvidence,
  TrialPair,
  TrialRollout,
} from './gate.ts';
export { describeGates, GateConfig, gateDefaults, gateRow } from './gates.ts';
export { sealedHeadline, validationHeadline } from './headline.ts';
export { gainToDecide, tasksToDecide } from './tasks-to-decide.ts';
