/** A prime below 2²⁶: a product of two residues is exact in a double. */
const PRIME = 67_108_859;

/**
 * Equations Σ cⱼ · row[j] = value, taken up one by one, modulo a prime.
 *
 * @source Gauss elimination over a prime field; coefficients are taken from −PRIME / 2 to PRIME / 2
 */
export class Equations {
  private readonly unknowns: number;
  private readonly basis: { readonly pivot: number; readonly row: Float64Array }[] = [];

  constructor(unknowns: number) {
    this.unknowns = unknowns;
  }

  /** Takes one up; false where those before it contradict it. */
  add(worth: (unknown: number) => number, value: number): boolean {
    const row = new Float64Array(this.unknowns + 1);
    for (let j = 0; j < this.unknowns; j += 1) row[j] = residue(worth(j));
    row[this.unknowns] = residue(value);
    for (const { pivot, row: other } of this.basis) subtract(row, other, row[pivot]!);
    const pivot = row.findIndex((rest) => rest !== 0);
    if (pivot === -1) return true;
    // 0 = something: no combination gives this row.
    if (pivot === this.unknowns) return false;
    scale(row, inverse(row[pivot]!));
    this.basis.push({ pivot, row });
    return true;
  }

  /** Every unknown is determined by the rows so far. */
  get isSolved(): boolean {
    return this.basis.length === this.unknowns;
  }

  /** The coefficients. An unknown that depends on those before it gets 0. */
  solve(): number[] {
    const coefficients = new Array<number>(this.unknowns).fill(0);
    for (const { pivot, row } of this.basis.toReversed()) {
      let value = row[this.unknowns]!;
      for (let j = pivot + 1; j < this.unknowns; j += 1) value -= (row[j]! * residue(coefficients[j]!)) % PRIME;
      coefficients[pivot] = centred(residue(value));
    }
    return coefficients;
  }
}

/**
 * Whole coefficients c with Σ cⱼ · columnⱼ[i] = goal[i] on the rows, all of them where none are named; nothing where there are none. Columns that
 * the ones before them make up get 0. Checked in whole numbers, so that no rounding decides.
 */
export function solveLinear(
  columns: readonly Int32Array[],
  goal: Int32Array,
  rows: Iterable<number> = goal.keys(),
): number[] | undefined {
  const places = [...rows];
  const equations = new Equations(columns.length);
  for (const i of places) if (!equations.add((j) => columns[j]![i]!, goal[i]!)) return undefined;
  const coefficients = equations.solve();
  const isRight = places.every((i) => goal[i] === coefficients.reduce((sum, c, j) => sum + c * columns[j]![i]!, 0));
  return isRight ? coefficients : undefined;
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
