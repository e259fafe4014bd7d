/** Certificates of what was proved or tried on all inputs. */
export { certifyTables } from './exhaustive.ts';
export { certifyProof, circuitBytes, type ProofMaterial, proofWords } from './proof-material.ts';
