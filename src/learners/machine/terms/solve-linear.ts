/** A prime below 2²⁶: a product of two residues is exact in a double. */
const PRIME = 67_108_859;

/**
 * Whole coefficients c with Σ cⱼ · columnⱼ[i] = goal[i] on every row; nothing where there are none. Columns that the ones before them make up get 0.
 * Solved modulo a prime and checked in whole numbers, so that no rounding decides.
 *
 * @source Gauss elimination over a prime field; coefficients are taken from −PRIME / 2 to PRIME / 2
 */
export function solveLinear(columns: readonly Int32Array[], goal: Int32Array): number[] | undefined {
  const n = goal.length;
  const width = columns.length + 1;
  const basis: { readonly pivot: number; readonly row: Float64Array }[] = [];
  for (let i = 0; i < n; i += 1) {
    const row = new Float64Array(width);
    for (let j = 0; j < width; j += 1) row[j] = residue(j < columns.length ? columns[j]![i]! : goal[i]!);
    for (const { pivot, row: other } of basis) subtract(row, other, row[pivot]!);
    const pivot = row.findIndex((value) => value !== 0);
    if (pivot === -1) continue;
    // 0 = something: no combination gives this row.
    if (pivot === columns.length) return undefined;
    scale(row, inverse(row[pivot]!));
    basis.push({ pivot, row });
  }
  const coefficients = new Array<number>(columns.length).fill(0);
  for (const { pivot, row } of basis.toReversed()) {
    let value = row[columns.length]!;
    for (let j = pivot + 1; j < columns.length; j += 1) value -= (row[j]! * residue(coefficients[j]!)) % PRIME;
    coefficients[pivot] = centred(residue(value));
  }
  return gives(columns, goal, coefficients) ? coefficients : undefined;
}

function gives(columns: readonly Int32Array[], goal: Int32Array, coefficients: readonly number[]): boolean {
  return goal.every((word, i) => word === coefficients.reduce((sum, c, j) => sum + c * columns[j]![i]!, 0));
}

function residue(value: number): number {
  const rest = value % PRIME;
  return rest < 0 ? rest + PRIME : rest;
}

function centred(value: number): number {
  return value > PRIME / 2 ? value - PRIME : value;
}

function subtract(row: Float64Array, other: Float64Array, times: number): void {
  if (times === 0) return;
  for (let j = 0; j < row.length; j += 1) row[j] = residue(row[j]! - ((times * other[j]!) % PRIME));
}

function scale(row: Float64Array, by: number): void {
  for (let j = 0; j < row.length; j += 1) row[j] = (row[j]! * by) % PRIME;
}

/** a⁻¹ = a^(PRIME − 2), by Fermat. */
function inverse(value: number): number {
  let [base, power, result] = [value, PRIME - 2, 1];
  while (power > 0) {
    if (power % 2 === 1) result = (result * base) % PRIME;
    base = (base * base) % PRIME;
    power = Math.floor(power / 2);
  }
  return result;
}
