/** The regret of a learner, episode by episode, in batches. */
export class RegretLog {
  readonly batches: { readonly episodes: number; readonly regret: number }[] = [];
  private total = 0;
  private count = 0;

  /** R so far. */
  get regret(): number {
    return this.total;
  }

  get episodes(): number {
    return this.count;
  }

  /** R per episode; 0 before the first. */
  get normalised(): number {
    return this.count === 0 ? 0 : this.total / this.count;
  }

  /** Adds one batch of what was missed: optimum less reward, each. */
  add(missed: readonly number[]): void {
    this.total += missed.reduce((sum, each) => sum + each, 0);
    this.count += missed.length;
    this.batches.push({ episodes: this.count, regret: this.total });
  }
}
