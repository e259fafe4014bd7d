import { mod, solveModulo } from './solve-modulo.ts';

/** Moduli that are tried: the least that leaves room for every answer, where answers are so few. */
const LARGEST = 128;

/** The modulus that answers 0 … m − 1 suggest. */
export function likelyModulus(goal: Int32Array): number | undefined {
  let most = 0;
  for (const answer of goal) {
    if (answer < 0 || answer >= LARGEST) return undefined;
    if (answer > most) most = answer;
  }
  return most === 0 ? undefined : most + 1;
}

/** Coefficients c from 0 to m − 1 with Σ cⱼ · columnⱼ[i] ≡ goal[i] (mod m) on every row; nothing where there are none. */
export function solveColumnsModulo(columns: readonly Int32Array[], goal: Int32Array, m: number): number[] | undefined {
  const equations = Array.from(goal, (answer, i) =>
    Int32Array.from([...columns.map((column) => mod(column[i]!, m)), mod(answer, m)]),
  );
  return solveModulo(equations, m, () => undefined);
}
