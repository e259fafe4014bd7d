import { inputPatterns, type TruthTable, usedBits } from './truth-table.ts';

/**
 * Algebraic normal form: f(x) = ⊕ₘ cₘ · ∏_{i ∈ m} xᵢ. Bit m of `coefficients` is cₘ, and bit i of m says whether input i
 * is a factor.
 */
export interface Anf {
  readonly inputs: number;
  readonly coefficients: Uint32Array;
}

/**
 * Möbius transform over GF(2): cₘ = ⊕ f(x) over all x ⊆ m. It is its own inverse, so it maps both ways.
 *
 * @source Carlet 2010, Boolean Functions for Cryptography and Error-Correcting Codes, §2.1 (butterfly form)
 */
function moebius(inputs: number, values: Uint32Array): Uint32Array {
  const result = values.slice();
  for (let i = 0; i < Math.min(inputs, 5); i += 1) {
    const upper = inputPatterns[i]!;
    for (let w = 0; w < result.length; w += 1) result[w] = result[w]! ^ ((result[w]! << (1 << i)) & upper);
  }
  for (let stride = 1; stride < result.length; stride *= 2) {
    for (let w = 0; w < result.length; w += 1) {
      if ((w & stride) !== 0) result[w] = result[w]! ^ result[w - stride]!;
    }
  }
  result[0] = result[0]! & usedBits(inputs);
  return result;
}

/** The polynomial of a table. */
export function anfOf({ inputs, bits }: TruthTable): Anf {
  return { inputs, coefficients: moebius(inputs, bits) };
}

/** The table of a polynomial. */
export function tableOfAnf({ inputs, coefficients }: Anf): TruthTable {
  return { inputs, bits: moebius(inputs, coefficients) };
}

/** The monomials as sets of inputs, small sets first; [] is the constant 1. */
export function monomialsOf({ inputs, coefficients }: Anf): number[][] {
  const found: number[][] = [];
  for (let m = 0; m < 2 ** inputs; m += 1) {
    if (((coefficients[m >>> 5]! >>> (m & 31)) & 1) === 0) continue;
    found.push(Array.from({ length: inputs }, (_, i) => i).filter((i) => ((m >>> i) & 1) === 1));
  }
  return found.sort((a, b) => a.length - b.length);
}

/** The polynomial as text: `1 + x0 + x1*x2`, or `0`. */
export function anfText(anf: Anf, nameOf: (input: number) => string = (i) => `x${i}`): string {
  const terms = monomialsOf(anf).map((set) => (set.length === 0 ? '1' : set.map(nameOf).join('*')));
  return terms.length === 0 ? '0' : terms.join(' + ');
}
