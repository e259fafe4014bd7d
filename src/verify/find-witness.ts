import { type Circuit, simulate } from '#circuit';
import { createRng } from '#kernel';

/** Words of 32 lanes simulated at once. */
const WORDS = 32;

/** Random inputs, the values of all nodes under them, and inputs that make the output true if some do. */
export interface Simulated {
  readonly witness: readonly boolean[] | undefined;
  readonly signatures: Signatures;
}

/** Bit-sliced values of all nodes: node n holds `words` words from n · words. */
export interface Signatures {
  readonly words: number;
  readonly values: Int32Array;
}

/**
 * Simulates a circuit of one output on random inputs, a stream fixed by the circuit's shape. Nodes that differ anywhere are not equal; an output
 * that holds somewhere is not never true.
 *
 * @source Krohm, Kuehlmann & Mets 1996, random simulation before proof
 */
export function findWitness(circuit: Circuit): Simulated {
  const rng = createRng(`verify/simulate/${circuit.inputCount}/${circuit.nodeCount}`);
  const planes = new Int32Array(circuit.inputCount * WORDS);
  for (let i = 0; i < planes.length; i += 1) planes[i] = rng.uint32();
  return simulated(circuit, planes, WORDS);
}

/** Simulates given input planes. */
export function simulated(circuit: Circuit, planes: Int32Array, words: number): Simulated {
  const values = simulate(circuit, planes, words);
  const edge = circuit.outputs[0]!;
  const from = (edge >>> 1) * words;
  for (let w = 0; w < words; w += 1) {
    const word = values[from + w]! ^ -(edge & 1);
    if (word === 0) continue;
    const lane = 31 - Math.clz32(word & -word);
    const witness = Array.from({ length: circuit.inputCount }, (_, i) => ((planes[i * words + w]! >>> lane) & 1) === 1);
    return { witness, signatures: { words, values } };
  }
  return { witness: undefined, signatures: { words, values } };
}
