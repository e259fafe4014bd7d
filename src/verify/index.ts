/** Equivalence, Hoare triples, induction: claims about circuits and programs of experts, each with a proof or a counterexample. */
export { checkEquivalence, type Difference, type Equivalence, type EquivalenceOptions } from './equivalence.ts';
export { certifyTables, type TableClaim } from './exhaustive.ts';
export { type Predicate, proveInvariant, proveTriple, type Trace, type Verified } from './hoare.ts';
export { checkBounded, proveByInduction, type SafetyQuestion } from './induction.ts';
export type { ChoiceStep, ExpertStep, Planes, ProgramStep, SequenceStep } from './program.ts';
export { certifyProof, type ProofMaterial } from './proof-material.ts';
export { type ProofOutcome, proveNever, type ProveOptions } from './prove-never.ts';
export { runConcretely } from './run-concretely.ts';
