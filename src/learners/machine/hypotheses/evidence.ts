/** One step of practice, as bits: what was seen, done and earned. */
export interface BitStep {
  readonly observation: Uint8Array;
  readonly action: Uint8Array;
  readonly reward: number;
  /** What was seen next; absent where the episode was over. */
  readonly next?: Uint8Array;
}

/** One episode of practice. */
export interface BitEpisode {
  /** Who chose the actions: chance alone, or a learner. */
  readonly by: 'chance' | 'learner';
  readonly steps: readonly BitStep[];
  /** The sum of the rewards. */
  readonly total: number;
}

/** All that was played so far, by whichever class: what one pays for, the others may read. */
export class Evidence {
  private readonly all: BitEpisode[] = [];
  private best = -Infinity;
  private held = 0;

  get episodes(): readonly BitEpisode[] {
    return this.all;
  }

  /** The highest return seen. */
  get highest(): number {
    return this.best;
  }

  /** Steps of all episodes: what memory grows with. */
  get steps(): number {
    return this.held;
  }

  /** Episodes that chance played. */
  get random(): readonly BitEpisode[] {
    return this.all.filter(({ by }) => by === 'chance');
  }

  add(episodes: readonly BitEpisode[]): void {
    for (const episode of episodes) {
      this.all.push(episode);
      this.held += episode.steps.length;
      this.best = Math.max(this.best, episode.total);
    }
  }
}
