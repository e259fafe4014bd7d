import { hammingDistance } from './hamming-distance.ts';

/** A shard filter that lets every shard pass. */
export const anyShard = -1;

/** What is asked of ROUTE. */
export interface RouteQuery {
  readonly key: Uint32Array;
  readonly class: number;
  /** A shard, or `anyShard`. */
  readonly shard: number;
  /** Answers at most. */
  readonly k: number;
}

/** Finds the experts whose codes are nearest to a key; experts are known by their slot. */
export interface Router {
  insert(slot: number, place: { readonly code: Uint32Array; readonly class: number; readonly shard: number }): void;
  remove(slot: number): void;
  /** Slots by ascending Hamming distance, ties by slot. */
  query(query: RouteQuery): readonly number[];
}

/** ROUTE by looking at every code: exact, for few experts, and the reference for any other. */
export function createScanRouter(): Router {
  const places = new Map<number, { readonly code: Uint32Array; readonly class: number; readonly shard: number }>();
  return {
    insert(slot, place) {
      places.set(slot, place);
    },
    remove(slot) {
      places.delete(slot);
    },
    query({ key, class: kind, shard, k }) {
      const found: { slot: number; distance: number }[] = [];
      for (const [slot, place] of places) {
        if (place.class !== kind || (shard !== anyShard && place.shard !== shard)) continue;
        found.push({ slot, distance: hammingDistance(key, place.code) });
      }
      found.sort((a, b) => a.distance - b.distance || a.slot - b.slot);
      return found.slice(0, k).map(({ slot }) => slot);
    },
  };
}
