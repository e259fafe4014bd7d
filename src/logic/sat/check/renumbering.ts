import type { Steps } from './steps.ts';

/**
 * Maps the ids of a proof to small numbers. Ids that lie close together are kept; a proof with wide gaps gets new ones, so
 * that a huge id in a file allocates nothing.
 *
 * @source ids of LRAT: Cruz-Filipe et al. 2017
 */
export class Renumbering {
  /** The largest number in use. */
  readonly limit: number;
  private readonly map: Map<number, number> | undefined;

  constructor(inputs: number, steps: Steps) {
    const dense = 4 * (inputs + steps.count) + 1024;
    if (steps.largestId <= dense) {
      this.limit = Math.max(inputs, steps.largestId);
      return;
    }
    this.map = new Map();
    let next = inputs;
    for (const id of addedIds(steps)) {
      if (id <= inputs || this.map.has(id)) continue;
      next += 1;
      this.map.set(id, next);
    }
    for (let id = 1; id <= inputs; id += 1) this.map.set(id, id);
    this.limit = next;
  }

  /** The number of an id; 0 for one that no clause has. */
  of(id: number): number {
    if (this.map !== undefined) return this.map.get(id) ?? 0;
    return id <= this.limit ? id : 0;
  }
}

function* addedIds({ words, size }: Steps): Generator<number> {
  for (let at = 0; at < size;) {
    if (words[at]! > 0) yield words[at]!;
    const hintsAt = at + 3 + words[at + 1]!;
    at = hintsAt + words[hintsAt - 1]!;
  }
}
