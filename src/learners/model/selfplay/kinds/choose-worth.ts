import type { Rng } from '#foundation/kernel';

/** The worth of one more question of a kind, after this many of it were chosen. Each kind has one stream of chance. */
export type Worth<T> = (one: T, chosen: number, rng: Rng) => number;

/** Chooses the best, one after another. A kind keeps its draw for the round; each choice of a kind lowers the worth of its next. */
export function chooseByWorth<T extends { readonly kind: string }>(
  all: readonly T[],
  most: number,
  rng: Rng,
  worth: Worth<T>,
): T[] {
  const round = rng.fork(rng.uint32());
  const counts = new Map<string, number>();
  const left = all.map((one) => ({ one, worth: worth(one, 0, round.fork(one.kind)) }));
  const found: T[] = [];
  while (found.length < most && left.length > 0) {
    const best = left.reduce((a, b, i) => (b.worth > left[a]!.worth ? i : a), 0);
    const { one } = left.splice(best, 1)[0]!;
    found.push(one);
    const chosen = (counts.get(one.kind) ?? 0) + 1;
    counts.set(one.kind, chosen);
    for (const other of left)
      if (other.one.kind === one.kind) other.worth = worth(other.one, chosen, round.fork(one.kind));
  }
  return found;
}
