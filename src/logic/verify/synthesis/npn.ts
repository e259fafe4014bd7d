import { once } from '#foundation/kernel';
/**
 * Classes of functions of four inputs that differ only by negating inputs, permuting inputs and negating the output.
 *
 * A truth table is a 16-bit number: bit r is the value on the row whose bit i is input i. Class numbers count the 222
 * classes in the order of their smallest member, which represents them.
 *
 * @source Slepian 1953 (222 classes); the lookup by whole orbits follows Mishchenko, Chatterjee & Brayton, DAC 2006
 */
export interface NpnTable {
  /** The smallest member of each class. */
  readonly representatives: Uint16Array;
  /** The class of every table. */
  readonly classOf: Uint8Array;
  /** How each table comes from its representative: number of a transform. */
  readonly transformOf: Uint16Array;
}

/** table(x) = output ⊕ representative(y) with yᵢ = x[permutation[i]] ⊕ (bit i of negations). */
export interface NpnTransform {
  readonly permutation: readonly number[];
  readonly negations: number;
  readonly output: 0 | 1;
}

const ROWS = 16;

/** All 24 orders of the four inputs, in lexicographic order. */
const permutations: readonly (readonly number[])[] = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) =>
    [0, 1, 2, 3].flatMap((c) => {
      const d = 6 - a - b - c;
      return new Set([a, b, c, d]).size === 4 && d >= 0 && d < 4 ? [[a, b, c, d]] : [];
    }),
  ),
);

/** The transform with this number, of 24 · 16 · 2. */
export function npnTransform(index: number): NpnTransform {
  return {
    permutation: permutations[index >> 5]!,
    negations: (index >> 1) & 15,
    output: (index & 1) === 1 ? 1 : 0,
  };
}

/** The table that a transform makes of a table. */
export function transformTable(table: number, transform: NpnTransform): number {
  const { permutation, negations, output } = transform;
  let result = 0;
  for (let row = 0; row < ROWS; row += 1) {
    let y = negations;
    for (let i = 0; i < 4; i += 1) y ^= ((row >> permutation[i]!) & 1) << i;
    result |= (((table >> y) & 1) ^ output) << row;
  }
  return result;
}

/** The classes of all 65,536 tables, computed on first use. */
export const npnTable = once(computeNpnTable);

function computeNpnTable(): NpnTable {
  const classOf = new Uint8Array(1 << ROWS);
  const transformOf = new Uint16Array(1 << ROWS);
  const seen = new Uint8Array(1 << ROWS);
  const representatives: number[] = [];
  const transforms = Array.from({ length: 24 * 16 * 2 }, (_, index) => npnTransform(index));
  for (let table = 0; table < 1 << ROWS; table += 1) {
    if (seen[table] === 1) continue;
    for (const [index, transform] of transforms.entries()) {
      const member = transformTable(table, transform);
      if (seen[member] === 1) continue;
      seen[member] = 1;
      classOf[member] = representatives.length;
      transformOf[member] = index;
    }
    representatives.push(table);
  }
  return { representatives: Uint16Array.from(representatives), classOf, transformOf };
}
