/** The tests behind the gates. */
export { openFlipTrial } from './flip-trial.ts';
export { nextLevel } from './look-levels.ts';
export { MARGIN_TEST } from './margin-trial.ts';
export { SIGN_FLIP_TEST } from './paired-sign-flip.ts';
export { SIGN_TEST, signGate } from './sign-gate.ts';
export { openSignTrial, type SignTrial } from './sign-trial.ts';
export { type TaskTypes, type TypeFall, watchTypes } from './watch-types.ts';
