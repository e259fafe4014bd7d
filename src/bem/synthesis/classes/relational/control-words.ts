import type { FacePorts } from '#contracts';
import type { BitEpisode } from '../evidence.ts';
import { placesOf, readWord } from '../word-view.ts';

/** A word by its place. */
export interface Place {
  readonly at: number;
  readonly width: number;
}

const MOST_VALUES = 32;
const MOST_WORDS = 48;
const MOST_OBSERVATIONS = 3000;
/** Standard deviations from independence that tell two words are related. */
const RELATED = 6;

/**
 * The words that a table may be about: flags and scalars alone, or every word. Words that never vary tell nothing; neither do those that depend on no other
 * word and not on their own past.
 */
export function controlWords(face: FacePorts, episodes: readonly BitEpisode[], which: 'control' | 'all'): Place[] {
  const places = face.observation.ports.flatMap(({ role, width, values, repeats, ...port }): Place[] => {
    if (role === 'real' || values > MOST_VALUES || width > 8) return [];
    if (which === 'control' && repeats.length > 0 && values > 2) return [];
    return placesOf({ ...port, repeats }).map((at) => ({ at, width }));
  });
  const rows = rowsOf(places, episodes);
  const varying = places.flatMap((place, i) =>
    rows.some(({ now }) => now[i] !== rows[0]!.now[i]) ? [{ place, i }] : [],
  );
  if (varying.length > MOST_WORDS) return [];
  return varying
    .filter(({ i }) => {
      const own = rows.flatMap(({ now, next }) => (next === undefined ? [] : [[now[i]!, next[i]!] as const]));
      if (dependence(own) > RELATED) return true;
      return varying.some(({ i: j }) => j !== i && dependence(rows.map(({ now }) => [now[i]!, now[j]!])) > RELATED);
    })
    .map(({ place }) => place);
}

interface Row {
  readonly now: readonly number[];
  readonly next?: readonly number[];
}

function rowsOf(places: readonly Place[], episodes: readonly BitEpisode[]): Row[] {
  const rows: Row[] = [];
  for (const { steps } of episodes) {
    for (const { observation, next } of steps) {
      if (rows.length === MOST_OBSERVATIONS) return rows;
      const now = wordsAt(observation, places);
      rows.push(next === undefined ? { now } : { now, next: wordsAt(next, places) });
    }
  }
  return rows;
}

export function wordsAt(bits: Uint8Array, places: readonly Place[]): number[] {
  return places.map(({ at, width }) => readWord(bits, at, width));
}

/**
 * How far two words are from independent, in standard deviations of χ².
 *
 *     (Σ (n − e)² / e − df) / √(2 df)
 */
function dependence(pairs: readonly (readonly [number, number])[]): number {
  const [cells, left, right] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  const add = (map: Map<number, number>, key: number): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const [a, b] of pairs) {
    add(cells, a * 1024 + b);
    add(left, a);
    add(right, b);
  }
  const freedom = (left.size - 1) * (right.size - 1);
  if (freedom === 0) return 0;
  let sum = 0;
  for (const [a, n] of left) {
    for (const [b, m] of right) {
      const expected = (n * m) / pairs.length;
      sum += ((cells.get(a * 1024 + b) ?? 0) - expected) ** 2 / expected;
    }
  }
  return (sum - freedom) / Math.sqrt(2 * freedom);
}
