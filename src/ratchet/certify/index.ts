/** Certificates of changes that stay. Proofs are kept by `logic/verify/certify`. */
export { certifyTrial, type Sides } from './certify-trial.ts';
export { keepContent } from './keep-content.ts';
