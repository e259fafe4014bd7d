import { Fault } from '#foundation/kernel';
import { type Circuit, firstGate, NodeKind } from './circuit.ts';

/**
 * The value of every node in every lane: the reference all other evaluators are compared with.
 *
 * A plane is `words` 32-bit words, one lane per bit, so one word operation serves 32 lanes. Input i reads
 * `inputPlanes[i·words … (i+1)·words)`; node n is written to `values[n·words … (n+1)·words)`. Give `values`, as an
 * earlier call returned it, to spare an allocation; it is overwritten.
 */
export function simulate(circuit: Circuit, inputPlanes: Int32Array, words = 1, values?: Int32Array): Int32Array {
  const { inputCount, nodeCount } = circuit;
  if (inputPlanes.length !== inputCount * words) {
    throw new Fault(
      'circuit/wrong-planes',
      `${inputCount} inputs of ${words} words need ${inputCount * words} words, not ${inputPlanes.length}`,
    );
  }
  const into = values ?? new Int32Array(nodeCount * words);
  if (into.length !== nodeCount * words) {
    throw new Fault('circuit/wrong-planes', `${nodeCount} nodes of ${words} words do not fit ${into.length} words`);
  }
  into.fill(0, 0, words);
  into.set(inputPlanes, words);
  runGates(circuit, into, words);
  return into;
}

function runGates(circuit: Circuit, values: Int32Array, words: number): void {
  const { kinds, left, right, nodeCount } = circuit;
  for (let node = firstGate(circuit); node < nodeCount; node += 1) {
    const a = left[node]!;
    const b = right[node]!;
    const flipA = -(a & 1);
    const flipB = -(b & 1);
    const fromA = (a >>> 1) * words;
    const fromB = (b >>> 1) * words;
    const to = node * words;
    if (kinds[node] === NodeKind.and) {
      for (let w = 0; w < words; w += 1) values[to + w] = (values[fromA + w]! ^ flipA) & (values[fromB + w]! ^ flipB);
    } else {
      for (let w = 0; w < words; w += 1) values[to + w] = values[fromA + w]! ^ flipA ^ (values[fromB + w]! ^ flipB);
    }
  }
}

/** The output planes of a circuit: `evaluate(c, planes, w)[o·w + k]` is word k of output o. */
export function evaluate(circuit: Circuit, inputPlanes: Int32Array, words = 1): Int32Array {
  const values = simulate(circuit, inputPlanes, words);
  const planes = new Int32Array(circuit.outputs.length * words);
  for (const [o, edge] of circuit.outputs.entries()) {
    const from = (edge >>> 1) * words;
    const flip = -(edge & 1);
    for (let w = 0; w < words; w += 1) planes[o * words + w] = values[from + w]! ^ flip;
  }
  return planes;
}

/** The outputs for one assignment of the inputs. */
export function evaluateOnce(circuit: Circuit, bits: readonly boolean[]): boolean[] {
  const planes = evaluate(
    circuit,
    Int32Array.from(bits, (bit) => (bit ? 1 : 0)),
  );
  return Array.from(planes, (word) => (word & 1) === 1);
}
