/** Proofs about circuits: `import { checkEquivalence } from 'pawl/verify'`. */
export {
  checkBounded,
  checkEquivalence,
  type Equivalence,
  type EquivalenceOptions,
  proveByInduction,
  proveInvariant,
  proveTriple,
} from '#logic/verify';
export { simplify, type SimplifyOptions } from '#logic/verify/rewrite';
export { cegis, synthesise, type Synthesised } from '#logic/verify/synthesis';
