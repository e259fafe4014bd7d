/** One budget of counted effort for a whole search: a unit is an entry of a column that was computed or compared. */
export class Meter {
  spent = 0;
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  spend(units: number): void {
    this.spent += units;
  }

  /** Growth leaves a part for the choices that end a search. */
  get isNearlyEmpty(): boolean {
    return this.spent >= 0.7 * this.limit;
  }

  get isEmpty(): boolean {
    return this.spent >= this.limit;
  }
}
