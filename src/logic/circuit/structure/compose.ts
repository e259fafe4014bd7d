import { Fault } from '#foundation/kernel';
import { type Circuit, requireSameInterface } from '../graph/circuit.ts';
import { FALSE, TRUE } from '../graph/edge.ts';
import { graft, sameInputs } from './graft.ts';

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
