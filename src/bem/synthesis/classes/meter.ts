/** What may be spent: episodes of practice, and effort in elementary word operations (one look-up, sum or comparison of a word). */
export interface Budget {
  readonly episodes: number;
  readonly effort: number;
}

/** Effort that one episode is taken to be worth when turns are dealt out. */
export const EPISODE_EFFORT = 200;

/** Counts what one contender spends; it never looks at a clock. */
export class Meter {
  private episodesSpent = 0;
  private effortSpent = 0;

  get spent(): Budget {
    return { episodes: this.episodesSpent, effort: this.effortSpent };
  }

  /** One number for both. */
  get total(): number {
    return this.effortSpent + EPISODE_EFFORT * this.episodesSpent;
  }

  spend(effort: number): void {
    this.effortSpent += effort;
  }

  spendEpisodes(episodes: number): void {
    this.episodesSpent += episodes;
  }
}
