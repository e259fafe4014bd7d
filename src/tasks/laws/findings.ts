/** What a law found: nothing wrong, or sentences that say what and where. At most ten are kept. */
export class Findings {
  readonly lines: string[] = [];
  private count = 0;

  /** Notes a breach. */
  add(where: string, what: string): void {
    this.count += 1;
    if (this.lines.length < 10) this.lines.push(`${where}: ${what}`);
  }

  /** Breaches noted, kept or not. */
  get total(): number {
    return this.count;
  }
}
