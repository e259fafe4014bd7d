/** A set of literals that is emptied at once. @source stamps in place of clearing, as in MiniSat, Eén & Sörensson 2003 */
export class Marks {
  private readonly stamps: Int32Array;
  private stamp = 0;

  constructor(variables: number) {
    this.stamps = new Int32Array(2 * variables);
  }

  /** Makes these the literals of the set. */
  set(literals: readonly number[]): void {
    this.stamp += 1;
    for (const literal of literals) this.stamps[literal] = this.stamp;
  }

  has(literal: number): boolean {
    return this.stamps[literal] === this.stamp;
  }
}
