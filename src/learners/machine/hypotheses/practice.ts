import type { FacePorts } from '#foundation/contracts/words';
import type { BitEpisode } from './evidence.ts';

/** Plays some episodes at once, one per lane, in step. It sees observation bits and gives action bits, and nothing else. */
export interface Actor {
  /** Episodes at once at most. */
  readonly lanes: number;
  /** Every lane begins a new episode. */
  begin(): void;
  /** An action for each lane that is still playing; `undefined` is an illegal one. Lanes that are over have no observation. */
  act(observations: readonly (Uint8Array | undefined)[]): readonly (Uint8Array | undefined)[];
  /** What the last actions earned, lane by lane, for actors that adapt within an episode. */
  earn?(rewards: readonly (number | undefined)[]): void;
}

/**
 * Where a learner practises: fresh tasks of one kind, never the same twice. It gives rewards, never right answers, and counts what is
 * played.
 */
export interface Practice {
  readonly face: FacePorts;
  /** Episodes played so far. */
  readonly played: number;
  /**
   * Plays fresh episodes to their ends: legal actions by chance, or what an actor does. With `failed` every second one is a task that what is in force fails,
   * while there are any: by chance it always is so, and whoever is tried must not ask for it.
   */
  play(actor: 'chance' | Actor, episodes: number, failed?: boolean): readonly BitEpisode[];
}

/** An actor of one lane from a policy that is made anew for each episode. */
export function actorOf(begin: () => (observation: Uint8Array) => Uint8Array | undefined): Actor {
  let policy = begin();
  return {
    lanes: 1,
    begin() {
      policy = begin();
    },
    act: ([observation]) => [observation === undefined ? undefined : policy(observation)],
  };
}
