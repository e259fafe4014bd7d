/** One equation Σ aⱼ·xⱼ ≡ b: the coefficients, then b. */
export type Equation = Int32Array;

/**
 * Solves linear equations modulo m, by Gaussian elimination modulo each prime of m and lifting to its powers; unknowns that the equations leave free
 * are 0. Undefined where the equations contradict each other. `spend` is told the products.
 *
 * @source Dixon 1982, Exact solution of linear equations using p-adic expansions; Chinese remainders
 */
export function solveModulo(
  equations: readonly Equation[],
  modulus: number,
  spend: (effort: number) => void,
): number[] | undefined {
  const unknowns = (equations[0]?.length ?? 1) - 1;
  let [solution, known] = [new Array<number>(unknowns).fill(0), 1];
  for (const [prime, power] of primePowersOf(modulus)) {
    const part = solvePrimePower(equations, prime, power, spend);
    if (part === undefined) return undefined;
    const size = prime ** power;
    solution = solution.map((value, j) => combine(value, known, part[j]!, size));
    known *= size;
  }
  return solution;
}

/** The number below a·b that is x modulo a and y modulo b, for a and b without a common divisor. */
function combine(x: number, a: number, y: number, b: number): number {
  let value = x;
  while (value % b !== y) value += a;
  return value;
}

function primePowersOf(modulus: number): [number, number][] {
  const found: [number, number][] = [];
  let left = modulus;
  for (let prime = 2; left > 1; prime += 1) {
    let power = 0;
    for (; left % prime === 0; left /= prime) power += 1;
    if (power > 0) found.push([prime, power]);
  }
  return found;
}

/** Digit by digit: x = u₀ + p·u₁ + …, each digit from the equations whose left sides are the same and whose right sides are what is left, divided by p. */
function solvePrimePower(
  equations: readonly Equation[],
  prime: number,
  power: number,
  spend: (effort: number) => void,
): number[] | undefined {
  const unknowns = equations[0]!.length - 1;
  const solution = new Array<number>(unknowns).fill(0);
  let rest = equations.map((equation) => equation[unknowns]!);
  for (let digit = 0, weight = 1; digit < power; digit += 1, weight *= prime) {
    const digits = solvePrime(
      equations.map((equation, i) => Int32Array.from(equation, (a, j) => mod(j === unknowns ? rest[i]! : a, prime))),
      prime,
      spend,
    );
    if (digits === undefined) return undefined;
    for (const [j, value] of digits.entries()) solution[j]! += weight * value;
    rest = rest.map((right, i) => {
      const left = digits.reduce((sum, value, j) => sum + value * equations[i]![j]!, 0);
      return Math.floor((right - left) / prime);
    });
  }
  return solution;
}

function solvePrime(rows: Equation[], prime: number, spend: (effort: number) => void): number[] | undefined {
  const unknowns = rows[0]!.length - 1;
  const pivots: number[] = [];
  for (let column = 0; column < unknowns && pivots.length < rows.length; column += 1) {
    const at = rows.findIndex((row, i) => i >= pivots.length && row[column] !== 0);
    if (at < 0) continue;
    const pivot = rows[at]!;
    [rows[at], rows[pivots.length]] = [rows[pivots.length]!, pivot];
    const inverse = inverseOf(pivot[column]!, prime);
    for (let j = column; j <= unknowns; j += 1) pivot[j] = (pivot[j]! * inverse) % prime;
    for (const row of rows) {
      const factor = row[column]!;
      if (row === pivot || factor === 0) continue;
      for (let j = column; j <= unknowns; j += 1) row[j] = mod(row[j]! - factor * pivot[j]!, prime);
      spend(unknowns - column);
    }
    pivots.push(column);
  }
  if (rows.slice(pivots.length).some((row) => row[unknowns] !== 0)) return undefined;
  const solution = new Array<number>(unknowns).fill(0);
  for (const [i, column] of pivots.entries()) solution[column] = rows[i]![unknowns]!;
  return solution;
}

function inverseOf(value: number, prime: number): number {
  let inverse = 1;
  while ((inverse * value) % prime !== 1) inverse += 1;
  return inverse;
}

/** The remainder that is not negative. */
export function mod(value: number, modulus: number): number {
  return ((value % modulus) + modulus) % modulus;
}
