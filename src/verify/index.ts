/** Equivalence, Hoare triples, induction: claims about circuits and programs of experts, each with a proof or a counterexample. */
export { checkEquivalence, type Difference, type Equivalence, type EquivalenceOptions } from './equivalence.ts';
export { certifyEvidence, certifyTables, type EvidenceRow } from './exhaustive.ts';
export { type Predicate, proveInvariant, proveTriple, type Trace, type Verified } from './hoare.ts';
export { checkBounded, proveByInduction, type SafetyQuestion } from './induction.ts';
export type { ChoiceStep, ExpertStep, Planes, ProgramStep, SequenceStep } from './program.ts';
export {
  type CertificateSink,
  certifyProof,
  circuitBytes,
  type ProofMaterial,
  proofWords,
  type Refutation,
} from './proof-material.ts';
export {
  type ProofOutcome,
  proveNever,
  proveStatement,
  type ProveOptions,
  statementFormula,
} from './prove-statement.ts';
export { runConcretely } from './run-concretely.ts';
export { type Cost, shrink, type ShrinkOptions } from './rewrite/shrink.ts';
export { restructure } from './rewrite/restructure.ts';
export { proveSmaller, type Simplified, simplify, type SimplifyOptions } from './rewrite/simplify.ts';
export { type Sizes, sizesOf } from './rewrite/sizes.ts';
export { cegis, type CegisProblem, type CegisResult, type Proposal, type Verification } from './synthesis/cegis.ts';
export type { Row } from './synthesis/exact-encoding.ts';
export {
  type Specification,
  synthesise,
  type Synthesised,
  type SynthesisOptions,
} from './synthesis/exact-synthesis.ts';
export { type Kind, type Macro, wordMacros } from './synthesis/gate-macro.ts';
export {
  circuitOfMacroProgram,
  type MacroProgram,
  macroProgramText,
  type MacroStep,
  runMacroProgram,
} from './synthesis/macro-program.ts';
export { type ProgramExample, type ProgramProblem, searchPrograms } from './synthesis/search-programs.ts';
