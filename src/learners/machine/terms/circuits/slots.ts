import type { Edge } from '#logic/circuit/graph';
import { constantWire, type Gates, type Slots, type Wire } from './gates.ts';

/** The place of each item from 1, where it is there. */
export function placesOfSlots(gates: Gates, { items, there, isDense }: Slots): Wire[] {
  return isDense ? items.map((_, k) => constantWire(k + 1)) : gates.counts(there);
}

/** The same items, fewer of them there. */
export function kept(gates: Gates, list: Slots, keep: (k: number) => Edge): Slots {
  return { ...list, there: list.there.map((edge, k) => gates.builder.and(edge, keep(k))), isDense: false };
}

/** How many items there are. */
export function lengthOfSlots(gates: Gates, { there }: Slots): Wire {
  return gates.counts(there).at(-1) ?? constantWire(0);
}

/** The item at a place from 1; 0 where there is none. */
export function nthOfSlots(gates: Gates, list: Slots, place: Wire): Wire {
  const places = placesOfSlots(gates, list);
  const { builder } = gates;
  return list.items.reduce<Wire>(
    (found, item, k) => gates.choose(builder.and(list.there[k]!, gates.isEqual(place, places[k]!)), item, found),
    constantWire(0),
  );
}

/** An item that is put in order. */
interface Ordered {
  readonly item: Wire;
  readonly key: Wire;
  readonly there: Edge;
  readonly at: Wire;
}

/**
 * Items in order of their keys, those of one key as they came; what is not there goes to the end.
 *
 * @source Batcher 1968, odd-even merge sort, for any number of items: Knuth, The Art of Computer Programming 3, algorithm 5.2.2M
 */
export function sortedSlots(gates: Gates, list: Slots, keys: readonly Wire[]): Slots {
  const row: Ordered[] = list.items.map((item, k) => ({
    item,
    key: keys[k]!,
    there: list.there[k]!,
    at: constantWire(k),
  }));
  const n = row.length;
  for (let p = 1; p < n; p *= 2) {
    for (let k = p; k >= 1; k = Math.floor(k / 2)) {
      for (let j = k % p; j <= n - 1 - k; j += 2 * k) {
        for (let i = j; i <= Math.min(j + k - 1, n - k - 1); i += 1) {
          if (Math.floor(i / (2 * p)) === Math.floor((i + k) / (2 * p))) exchange(gates, row, i, i + k);
        }
      }
    }
  }
  return { items: row.map(({ item }) => item), there: row.map(({ there }) => there), isDense: true };
}

/** Puts two items in order. */
// oxlint-disable-next-line max-params -- the gates, all items and two of their places
function exchange(gates: Gates, row: Ordered[], i: number, j: number): void {
  const { builder } = gates;
  const [a, b] = [row[i]!, row[j]!];
  const isSooner = builder.or(
    gates.isLess(b.key, a.key),
    builder.and(gates.isEqual(a.key, b.key), gates.isLess(b.at, a.at)),
  );
  const isTurned = builder.and(b.there, builder.or(builder.not(a.there), isSooner));
  const pick = (x: Ordered, y: Ordered): Ordered => ({
    item: gates.choose(isTurned, y.item, x.item),
    key: gates.choose(isTurned, y.key, x.key),
    there: builder.mux(isTurned, y.there, x.there),
    at: gates.choose(isTurned, y.at, x.at),
  });
  [row[i], row[j]] = [pick(a, b), pick(b, a)];
}
