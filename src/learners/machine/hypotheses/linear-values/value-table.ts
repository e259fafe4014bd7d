/**
 * Values of actions as sums over words and pairs of words:
 *
 *     Q(s, a) = w₀[a] + Σᵢ wᵢ[xᵢ][a] + Σᵢ<ⱼ wᵢⱼ[xᵢ, xⱼ][a]
 */
export class ValueTable {
  readonly actions: number;
  /** Weights that one value sums. */
  readonly terms: number;
  private readonly codes: readonly number[];
  private readonly bases: Int32Array;
  private readonly weights: Float32Array;

  constructor(codes: readonly number[], actions: number) {
    const n = codes.length;
    this.codes = codes;
    this.actions = actions;
    this.terms = 1 + n + (n * (n - 1)) / 2;
    this.bases = new Int32Array(this.terms);
    let [rows, at] = [1, 1];
    for (let i = 0; i < n; i += 1) {
      this.bases[at] = rows;
      at += 1;
      rows += codes[i]!;
      for (let j = i + 1; j < n; j += 1) {
        this.bases[at] = rows;
        at += 1;
        rows += codes[i]! * codes[j]!;
      }
    }
    this.weights = new Float32Array(rows * actions);
  }

  /** Where the weights of a state lie. */
  rowsOf(state: Uint8Array): Int32Array {
    const { codes, bases, actions } = this;
    const rows = new Int32Array(this.terms);
    let at = 1;
    for (let i = 0; i < codes.length; i += 1) {
      const x = state[i]!;
      rows[at] = (bases[at]! + x) * actions;
      at += 1;
      for (let j = i + 1; j < codes.length; j += 1) {
        rows[at] = (bases[at]! + x * codes[j]! + state[j]!) * actions;
        at += 1;
      }
    }
    return rows;
  }

  /** The value of each action. */
  values(rows: Int32Array): Float64Array {
    const { weights, actions } = this;
    const sums = new Float64Array(actions);
    for (const row of rows) for (let a = 0; a < actions; a += 1) sums[a]! += weights[row + a]!;
    return sums;
  }

  /** Moves the value of one action by `step`. */
  move(rows: Int32Array, action: number, step: number): void {
    const share = step / rows.length;
    for (const row of rows) this.weights[row + action]! += share;
  }
}

/** The first of the highest. */
export function highest(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i += 1) if (values[i]! > values[best]!) best = i;
  return best;
}
