import { Fault } from '#foundation/kernel';
import type { Circuit } from '../graph/circuit.ts';
import { evaluate } from '../graph/evaluate.ts';

/**
 * A function of few inputs by its values: bit x of `bits` is f(x), where bit i of x is input i. With fewer than five
 * inputs one word is used and the bits past 2ⁿ are 0.
 */
export interface TruthTable {
  readonly inputs: number;
  readonly bits: Uint32Array;
}

/** Tables of more inputs are refused: 2¹⁶ bits are 8 KiB per output. */
export const MAX_TABLE_INPUTS = 16;

/** Bit x of word i is bit i of x, for the five inputs that fit a word. */
export const inputPatterns = Uint32Array.of(0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000);

/** 32-bit words that 2ⁿ values need. */
export function tableWords(inputs: number): number {
  if (!(Number.isInteger(inputs) && inputs >= 0 && inputs <= MAX_TABLE_INPUTS)) {
    throw new Fault('circuit/too-many-inputs', `a table of ${inputs} inputs; at most ${MAX_TABLE_INPUTS} are possible`);
  }
  return inputs <= 5 ? 1 : 2 ** (inputs - 5);
}

/** Ones where a table of so many inputs has values; all ones from five inputs on. */
export function usedBits(inputs: number): number {
  return inputs >= 5 ? 0xffffffff : 2 ** (2 ** inputs) - 1;
}

/** The table of input i itself. */
function inputTable(i: number, inputs: number): TruthTable {
  const words = tableWords(inputs);
  const used = usedBits(inputs);
  const bits = Uint32Array.from({ length: words }, (_, w) => {
    const pattern = i < 5 ? inputPatterns[i]! : -((w >>> (i - 5)) & 1);
    return (pattern & used) >>> 0;
  });
  return { inputs, bits };
}

/** f(x). */
export function tableValue({ bits }: TruthTable, x: number): boolean {
  return ((bits[x >>> 5]! >>> (x & 31)) & 1) === 1;
}

/** The table of every output, by evaluating all assignments, 32 at a time. */
export function truthTablesOf(circuit: Circuit): TruthTable[] {
  const inputs = circuit.inputCount;
  const words = tableWords(inputs);
  const planes = new Int32Array(inputs * words);
  for (let i = 0; i < inputs; i += 1) planes.set(inputTable(i, inputs).bits, i * words);
  const values = evaluate(circuit, planes, words);
  const used = usedBits(inputs);
  return circuit.outputs.map((_, o) => {
    const bits = Uint32Array.from(values.subarray(o * words, (o + 1) * words));
    bits[0] = bits[0]! & used;
    return { inputs, bits };
  });
}
