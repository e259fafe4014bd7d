/** May the candidate replace the incumbent? */
export { type GateDecision, SIGN_TEST, signGate } from './sign-gate.ts';
export { spendAlpha } from './spend-alpha.ts';
