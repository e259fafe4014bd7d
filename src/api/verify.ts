/** Proofs about circuits: `import { checkEquivalence } from 'pawl/verify'`. */
export {
  cegis,
  checkBounded,
  checkEquivalence,
  type Equivalence,
  type EquivalenceOptions,
  proveByInduction,
  proveInvariant,
  proveTriple,
  simplify,
  type SimplifyOptions,
  synthesise,
  type Synthesised,
} from '#verify';
