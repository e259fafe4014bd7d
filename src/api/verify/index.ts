/** Proofs about circuits: `import { checkEquivalence } from 'pawl/verify'`. */
export {
  checkBounded,
  checkEquivalence,
  type Equivalence,
  type EquivalenceOptions,
  proveByInduction,
  proveInvariant,
  proveTriple,
} from '#verify';
export { simplify, type SimplifyOptions } from '#verify/rewrite';
export { cegis, synthesise, type Synthesised } from '#verify/synthesis';
