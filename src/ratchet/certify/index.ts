/** Certificates of changes that stay: those of trials, and what they name. Proofs are kept by `logic/verify/certify`. */
export { keepContent } from './keep-content.ts';
