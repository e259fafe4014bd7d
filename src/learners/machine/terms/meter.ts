/** One budget of counted effort for a whole search: a unit is an entry of a column that was computed or compared. */
export class Meter {
  spent = 0;
  readonly limit: number;
  /** Where the part of a search that runs now must end. */
  private ceiling = Infinity;

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
    return this.spent >= Math.min(this.limit, this.ceiling);
  }

  get left(): number {
    return Math.max(0, this.limit - this.spent);
  }

  /** Runs a part of the search that may spend so much at most, so that what comes after it has its part too. */
  within(units: number, work: () => void): void {
    this.ceiling = this.spent + units;
    work();
    this.ceiling = Infinity;
  }
}
