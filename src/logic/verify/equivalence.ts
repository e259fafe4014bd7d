import { type Circuit, evaluateOnce } from '#logic/circuit/graph';
import { invariant } from '#foundation/kernel';
import type { ProofMaterial } from './certify/proof-material.ts';
import { proveStatement, type ProveOptions } from './prove-statement.ts';

export interface EquivalenceOptions extends ProveOptions {
  /** A circuit with one output over the same inputs: where it is false the circuits may differ. */
  readonly care?: Circuit;
}

/** Where two circuits differ, with what each of them says there. */
export interface Difference {
  readonly inputs: readonly boolean[];
  readonly a: readonly boolean[];
  readonly b: readonly boolean[];
}

/** Whether two circuits agree wherever it matters. */
export type Equivalence =
  | { readonly answer: 'equal'; readonly proof: ProofMaterial }
  | { readonly answer: 'different'; readonly difference: Difference }
  | { readonly answer: 'unknown'; readonly why: string };

/**
 * Decides whether two circuits compute the same outputs for all inputs, or for all inputs in the care set.
 *
 *     VC:  care(x) ∧ ⋁ᵢ aᵢ(x) ⊕ bᵢ(x)     must be unsatisfiable
 *
 * @source Brand 1993, Verification of large synthesized designs (miter)
 */
export function checkEquivalence(a: Circuit, b: Circuit, options: EquivalenceOptions = {}): Equivalence {
  const { care, ...limits } = options;
  const outcome = proveStatement({ property: 'equal', left: a, right: b, ...(care && { care }) }, limits);
  if (outcome.answer === 'unknown') return outcome;
  if (outcome.answer === 'proved') return { answer: 'equal', proof: outcome.material };
  const difference = {
    inputs: outcome.inputs,
    a: evaluateOnce(a, outcome.inputs),
    b: evaluateOnce(b, outcome.inputs),
  };
  invariant(
    difference.a.some((bit, i) => bit !== difference.b[i]),
    'a counterexample makes the circuits differ',
  );
  return { answer: 'different', difference };
}
