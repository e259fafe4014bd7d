/** Secrets that must not be stored or shown. */
export { createMask, maskOf, secretsIn } from './secrets.ts';
export { showMasked } from './show-masked.ts';
