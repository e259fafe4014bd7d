import { Fault } from '#kernel';
import { createBuilder } from './builder.ts';
import { type Circuit, requireSameInterface } from './circuit.ts';
import { type Edge, FALSE, TRUE } from './edge.ts';
import { graft, sameInputs } from './graft.ts';
import { supportOf } from './structure.ts';

/** `outer` after `inner`: the outputs of `inner` feed the inputs of `outer` in order. */
export function compose(outer: Circuit, inner: Circuit): Circuit {
  const { builder, inputs } = sameInputs(inner);
  return builder.build(graft(builder, outer, graft(builder, inner, inputs)), outer.outputNames);
}

/** The circuit with some inputs fixed; they stay in the interface, unused, so positions do not move. */
export function cofactor(circuit: Circuit, fixed: ReadonlyMap<number, boolean>): Circuit {
  const { builder, inputs } = sameInputs(circuit);
  for (const [i, value] of fixed) {
    if (!(i in inputs)) throw new Fault('circuit/bad-input', `there is no input ${i} of ${circuit.inputCount}`);
    inputs[i] = value ? TRUE : FALSE;
  }
  return builder.build(graft(builder, circuit, inputs), circuit.outputNames);
}

/** The part of a circuit that computes `roots`, with only the inputs it needs; `inputs[i]` says which input was kept. */
export function extractCone(circuit: Circuit, roots: readonly Edge[]): { circuit: Circuit; inputs: readonly number[] } {
  const kept = supportOf(circuit, roots);
  const builder = createBuilder();
  const inputs = new Array<Edge>(circuit.inputCount).fill(FALSE);
  for (const i of kept) inputs[i] = builder.input(circuit.inputNames[i]);
  const outputs = graft(builder, { ...circuit, outputs: roots }, inputs);
  return { circuit: builder.build(outputs), inputs: kept };
}

/**
 * One output that holds exactly where the circuits differ: ⋁ᵢ (aᵢ ⊕ bᵢ). They are equivalent iff it is unsatisfiable.
 *
 * @source Brand 1993, Verification of large synthesized designs
 */
export function miter(a: Circuit, b: Circuit): Circuit {
  requireSameInterface('inputs', a.inputCount, b.inputCount);
  requireSameInterface('outputs', a.outputs.length, b.outputs.length);
  const { builder, inputs } = sameInputs(a);
  const left = graft(builder, a, inputs);
  const right = graft(builder, b, inputs);
  return builder.build([builder.orAll(left.map((edge, i) => builder.xor(edge, right[i]!)))], ['differ']);
}
