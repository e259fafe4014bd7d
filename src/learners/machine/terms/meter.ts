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

  get isEmpty(): boolean {
    return this.spent >= this.limit;
  }
}
