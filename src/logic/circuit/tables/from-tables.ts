import { Fault } from '#foundation/kernel';
import { type Anf, anfOf } from './anf.ts';
import { type CircuitBuilder, createBuilder } from '../graph/builder.ts';
import { type Circuit, gateCount } from '../graph/circuit.ts';
import { type Edge, FALSE, TRUE } from '../graph/edge.ts';
import { cleanup } from '../structure/graft.ts';
import { tableWords, type TruthTable, usedBits } from './truth-table.ts';

/** How a function is put together from the two halves of its vector, split at its last input x. */
interface Expansion {
  /** What complementing the function does to the first word of its vector. */
  readonly flip: (inputs: number) => number;
  /** True when complementing changes every word alike, not only the first. */
  readonly flipsAll: boolean;
  join(builder: CircuitBuilder, x: Edge, low: Edge, high: Edge): Edge;
}

/** Values: f = x·f₁ ∨ ¬x·f₀. With equal halves shared this is the function's ROBDD. @source Shannon 1938 */
const shannon: Expansion = {
  flip: usedBits,
  flipsAll: true,
  join: (builder, x, low, high) => builder.mux(x, high, low),
};

/** Coefficients: f = f₀ ⊕ x·f₂. @source Reed 1954; Muller 1954 (positive Davio expansion) */
const davio: Expansion = {
  flip: () => 1,
  flipsAll: false,
  join: (builder, x, low, high) => builder.xor(low, builder.and(x, high)),
};

/** A circuit of these tables: by values or by polynomials, whichever takes fewer gates; values when equal. */
export function circuitFromTables(tables: readonly TruthTable[]): Circuit {
  const byValues = expand(
    shannon,
    tables.map(({ inputs, bits }) => ({ inputs, vector: bits })),
  );
  const byPolynomial = circuitFromAnfs(tables.map(anfOf));
  return gateCount(byPolynomial) < gateCount(byValues) ? byPolynomial : byValues;
}

/** A circuit of these polynomials, common parts shared. */
export function circuitFromAnfs(anfs: readonly Anf[]): Circuit {
  return expand(
    davio,
    anfs.map(({ inputs, coefficients }) => ({ inputs, vector: coefficients })),
  );
}

interface Vector {
  readonly inputs: number;
  readonly vector: Uint32Array;
}

function expand(expansion: Expansion, functions: readonly Vector[]): Circuit {
  const inputs = functions[0]?.inputs ?? 0;
  const builder = createBuilder();
  const edges = builder.inputs(inputs);
  const built = new Map<string, Edge>();

  const edgeFor = (vector: Uint32Array, n: number): Edge => {
    const complemented = (vector[0]! & 1) === 1;
    const normal = complemented ? complement(expansion, vector, n) : vector;
    const key = normal.length === 1 ? `${n} ${normal[0]}` : `${n} ${normal.join()}`;
    let edge = built.get(key);
    if (edge === undefined) {
      edge = build(normal, n);
      built.set(key, edge);
    }
    return complemented ? builder.not(edge) : edge;
  };
  const build = (vector: Uint32Array, n: number): Edge => {
    if (vector.every((word) => word === 0)) return FALSE;
    if (n === 0) return TRUE;
    const [low, high] = halves(vector, n);
    return expansion.join(builder, edges[n - 1]!, edgeFor(low, n - 1), edgeFor(high, n - 1));
  };
  const outputs = functions.map(({ inputs: n, vector }) => {
    if (n !== inputs || vector.length !== tableWords(n)) {
      throw new Fault(
        'circuit/interface-mismatch',
        `a table of ${n} inputs and ${vector.length} words among ${inputs} inputs`,
      );
    }
    return edgeFor(vector, n);
  });
  return cleanup(builder.build(outputs));
}

function halves(vector: Uint32Array, n: number): readonly [Uint32Array, Uint32Array] {
  if (n > 5) return [vector.subarray(0, vector.length / 2), vector.subarray(vector.length / 2)];
  const used = usedBits(n - 1);
  const word = vector[0]!;
  return [Uint32Array.of(word & used), Uint32Array.of((word >>> (2 ** (n - 1))) & used)];
}

function complement({ flip, flipsAll }: Expansion, vector: Uint32Array, n: number): Uint32Array {
  const flipped = vector.slice();
  const last = flipsAll ? flipped.length : 1;
  for (let w = 0; w < last; w += 1) flipped[w] = flipped[w]! ^ flip(n);
  return flipped;
}
