import { type Circuit, simulate } from '#logic/circuit/graph';
import { createRng, type Rng } from '#foundation/kernel';

/** Random inputs, the values of all nodes under them, and inputs that make the output true if some do. */
interface Simulated {
  readonly witness: readonly boolean[] | undefined;
  readonly signatures: Signatures;
}

/** Bit-sliced values of all nodes: node n holds `words` words from n · words. */
export interface Signatures {
  readonly words: number;
  readonly values: Int32Array;
}

/**
 * Simulates a circuit of one output on inputs that tend to tell nodes apart, a stream fixed by the circuit's shape. Nodes that
 * differ anywhere are not equal; an output that holds somewhere is not never true.
 *
 * @source Krohm, Kuehlmann & Mets 1996, random simulation before proof
 */
export function findWitness(circuit: Circuit): Simulated {
  const rng = createRng(`verify/simulate/${circuit.inputCount}/${circuit.nodeCount}`);
  const walking = walkingWords(circuit);
  const words = RANDOM_WORDS + walking;
  const planes = new Int32Array(circuit.inputCount * words);
  for (let i = 0; i < circuit.inputCount; i += 1) {
    for (let w = 0; w < RANDOM_WORDS; w += 1) planes[i * words + w] = rng.uint32();
    for (let w = 0; w < walking; w += 1) planes[i * words + RANDOM_WORDS + w] = walkingWord(i, w, circuit.inputCount);
  }
  return simulated(circuit, planes, words);
}

/** Words of 32 fair lanes. */
const RANDOM_WORDS = 32;
/** Values of all nodes that are held at once, in words. */
const MOST_VALUES = 1 << 24;

/** Inputs on which one of them at a time is flipped: fair inputs alone leave long chains of ANDs looking constant. */
const backgrounds: readonly ((i: number, inputs: number) => boolean)[] = [
  () => false,
  () => true,
  (i, inputs) => 2 * i < inputs,
  (i, inputs) => 2 * i >= inputs,
  (i) => i % 2 === 0,
  (i) => i % 2 === 1,
];

/** Words for every background with every input flipped, or none where the circuit is too large for that. */
function walkingWords({ inputCount, nodeCount }: Circuit): number {
  const words = backgrounds.length * Math.ceil(inputCount / 32);
  return nodeCount * (words + RANDOM_WORDS) <= MOST_VALUES ? words : 0;
}

/** Input i in word w: lane l of a background's k-th word flips input 32k + l. */
function walkingWord(i: number, w: number, inputs: number): number {
  const perBackground = Math.ceil(inputs / 32);
  const background = backgrounds[Math.floor(w / perBackground)]!;
  const flipped = Math.floor(i / 32) === w % perBackground ? 1 << (i % 32) : 0;
  return (background(i, inputs) ? -1 : 0) ^ flipped;
}

/** 32 bits, each 1 with probability 2^−rarity. */
export function rareOnes(rarity: number, rng: Rng): number {
  let word = rng.uint32();
  for (let k = 1; k < rarity; k += 1) word &= rng.uint32();
  return word;
}

/** Simulates given input planes. */
function simulated(circuit: Circuit, planes: Int32Array, words: number): Simulated {
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
