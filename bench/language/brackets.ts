/** Counts brackets of a sequence, and those that have no partner: closed without or against an open one, or left open. */
export class BracketCounter {
  private readonly partner: ReadonlyMap<number, number>;
  private readonly openers: ReadonlySet<number>;
  private readonly stack: number[] = [];
  brackets = 0;
  private wrong = 0;

  constructor(opens: readonly number[], closes: readonly number[]) {
    this.partner = new Map(closes.map((close, i) => [close, opens[i]!]));
    this.openers = new Set(opens);
  }

  take(token: number): void {
    if (this.openers.has(token)) {
      this.brackets += 1;
      this.stack.push(token);
      return;
    }
    const opener = this.partner.get(token);
    if (opener === undefined) return;
    this.brackets += 1;
    if (this.stack.at(-1) === opener) this.stack.pop();
    else this.wrong += 1;
  }

  /** Unmatched brackets so far. */
  get unmatched(): number {
    return this.wrong + this.stack.length;
  }
}
