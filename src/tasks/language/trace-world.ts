import type { Rng } from '#foundation/kernel';

/** One moment: what was seen and what was done, as places in the lists of the world. */
export type Moment = readonly [seen: number, done: number];

/** A trajectory and what happened in it: event codes in the order they happened, repeats included. */
export interface Told {
  readonly trace: Moment[];
  readonly events: number[];
}

/** A small environment that is played by a wandering agent while the events are written down. */
export interface TraceWorld {
  readonly sights: readonly string[];
  readonly deeds: readonly string[];
  /** Events, in the order in which events of one moment are told. */
  readonly tags: readonly string[];
  /** What each tag means, for the rules. */
  readonly says: string;
  play(length: number, rng: Rng): Told;
}
