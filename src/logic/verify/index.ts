/** Equivalence, Hoare triples, induction: claims about circuits and programs of experts, each with a proof or a counterexample. */
export { checkEquivalence, type Difference, type Equivalence, type EquivalenceOptions } from './equivalence.ts';
export { proveInvariant, proveTriple } from './hoare.ts';
export { checkBounded, proveByInduction } from './induction.ts';
export type { ExpertStep, Planes, ProgramStep } from './program.ts';
export { proveNever, type ProveOptions, proveStatement, statementFormula } from './prove-statement.ts';
