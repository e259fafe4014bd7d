import type { Json, RunEvent } from '#foundation/contracts';
import type { StoreReader } from '#world/store';

/** What is gathered from events, one after the other. */
export interface Fold {
  add(event: RunEvent): void;
}

/** Folds kept; one of a long run is a few megabytes. */
const MOST_FOLDS = 64;

/** What the events of runs say so far, kept between requests: events are folded in once, so a page of a long run costs only what is new. */
export class Folds<T extends Fold> {
  readonly #store: StoreReader;
  readonly #make: (config: Json) => T;
  readonly #kept = new Map<string, { readonly fold: T; next: number }>();

  constructor(store: StoreReader, make: (config: Json) => T) {
    this.#store = store;
    this.#make = make;
  }

  /** The fold of a run with everything that is committed by now. */
  of(run: string): T {
    const kept = this.#kept.get(run) ?? { fold: this.#make(this.#store.getRun(run)?.config ?? null), next: 0 };
    this.#kept.delete(run);
    this.#kept.set(run, kept);
    if (this.#kept.size > MOST_FOLDS) this.#kept.delete(this.#kept.keys().next().value ?? '');
    for (const event of this.#store.eventsOf(run, { from: kept.next })) {
      kept.fold.add(event);
      kept.next = event.seq + 1;
    }
    return kept.fold;
  }
}
