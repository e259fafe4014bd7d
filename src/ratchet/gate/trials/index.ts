/** The tests behind the gates. */
export { MARGIN_TEST } from './margin-trial.ts';
export { SIGN_FLIP_TEST } from './paired-sign-flip.ts';
export { type GateDecision, SIGN_TEST, signGate } from './sign-gate.ts';
export { spendAlpha } from './spend-alpha.ts';
