/** Signed runs. */
export {
  checkSignatures,
  fingerprintOf,
  publicKeyIn,
  type SignatureReport,
  signingKey,
  signRun,
} from './signatures.ts';
