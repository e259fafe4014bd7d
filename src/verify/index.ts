/** Equivalence, Hoare triples, induction: claims about circuits and programs of experts, each with a proof or a counterexample. */
export { checkEquivalence, type Difference, type Equivalence, type EquivalenceOptions } from './equivalence.ts';
export { certifyEvidence, certifyTables } from './exhaustive.ts';
export { proveInvariant, proveTriple } from './hoare.ts';
export { checkBounded, proveByInduction } from './induction.ts';
export type { ExpertStep, Planes, ProgramStep } from './program.ts';
export { certifyProof, circuitBytes, type ProofMaterial, proofWords } from './proof-material.ts';
export { proveNever, proveStatement, type ProveOptions, statementFormula } from './prove-statement.ts';
export { type Cost, shrink } from './rewrite/shrink.ts';
export { restructure } from './rewrite/restructure.ts';
export { type Simplified, simplify, simplifyAnytime, type SimplifyOptions } from './rewrite/simplify.ts';
export { type Sizes, sizesOf } from './rewrite/sizes.ts';
export { cegis, type Proposal, type Verification } from './synthesis/cegis.ts';
export { synthesise, type Synthesised } from './synthesis/exact-synthesis.ts';
