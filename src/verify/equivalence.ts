import { type Circuit, createBuilder, type Edge, evaluateOnce, graft } from '#circuit';
import { Fault, invariant } from '#kernel';
import type { ProofMaterial } from './proof-material.ts';
import { proveNever, type ProveOptions } from './prove-never.ts';

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
  const { care } = options;
  if (a.inputCount !== b.inputCount || a.outputs.length !== b.outputs.length) {
    throw new Fault(
      'verify/shapes-differ',
      `cannot compare ${a.inputCount} inputs, ${a.outputs.length} outputs with ${b.inputCount} inputs, ${b.outputs.length} outputs`,
    );
  }
  if (care && (care.inputCount !== a.inputCount || care.outputs.length !== 1)) {
    throw new Fault(
      'verify/shapes-differ',
      `a care set over ${a.inputCount} inputs has ${care.inputCount} inputs and one output`,
    );
  }
  const claim = care ? 'the circuits agree on all inputs of the care set' : 'the circuits agree on all inputs';
  const outcome = proveNever(differenceOf(a, b, care), claim, options);
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

function differenceOf(a: Circuit, b: Circuit, care: Circuit | undefined): Circuit {
  const builder = createBuilder();
  const inputs = Array.from({ length: a.inputCount }, (_, i) => builder.input(a.inputNames[i]));
  const left = graft(builder, a, inputs);
  const right = graft(builder, b, inputs);
  const differ = builder.orAll(left.map((edge: Edge, i) => builder.xor(edge, right[i]!)));
  return builder.build([care ? builder.and(graft(builder, care, inputs)[0]!, differ) : differ]);
}
