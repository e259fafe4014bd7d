/** What may be spent: episodes of practice, and effort in elementary word operations (one look-up, sum or comparison of a word). */
export interface Budget {
  readonly episodes: number;
  readonly effort: number;
}

/** Effort that one episode is taken to be worth when turns are dealt out. */
export const EPISODE_EFFORT = 200;

/** Thrown out of a search that spent all it may. */
export class Exhausted extends Error {}

/** Counts what one contender spends, and ends a turn that goes beyond its budget; it never looks at a clock. */
export class Meter {
  private readonly limit: number;
  private episodesSpent = 0;
  private effortSpent = 0;

  constructor(limit: Budget = { episodes: Infinity, effort: Infinity }) {
    this.limit = limit.effort + EPISODE_EFFORT * limit.episodes;
  }

  get spent(): Budget {
    return { episodes: this.episodesSpent, effort: this.effortSpent };
  }

  /** One number for both. */
  get total(): number {
    return this.effortSpent + EPISODE_EFFORT * this.episodesSpent;
  }

  spend(effort: number): void {
    this.effortSpent += effort;
    if (this.total > this.limit) throw new Exhausted();
  }

  spendEpisodes(episodes: number): void {
    this.episodesSpent += episodes;
    if (this.total > this.limit) throw new Exhausted();
  }
}
