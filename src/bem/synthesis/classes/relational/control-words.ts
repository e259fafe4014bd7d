import type { FacePorts, WordPort } from '#contracts';
import type { BitEpisode } from '../evidence.ts';
import { placesOf, readWord } from '../word-view.ts';

/** A word by its place; or whether it is the same as the word at another place. */
export interface Place {
  readonly at: number;
  readonly width: number;
  readonly same?: number;
}

const MOST_VALUES = 32;
const MOST_WORDS = 48;
const MOST_OBSERVATIONS = 1500;
/** Items of a list that are compared with other words, and comparisons that a table may be about. */
const FIRST_ITEMS = 3;
const MOST_SAME = 8;
/** Standard deviations from independence that tell two words are related. */
const RELATED = 6;

/** What practice tells of the words of a face: which vary, and which of those tell anything. */
export class WordSurvey {
  private readonly face: FacePorts;
  private readonly episodes: readonly BitEpisode[];
  private readonly telling: ReadonlySet<number>;
  private readonly silent: ReadonlySet<number>;

  /** A word that varies but depends on no other word and not on its own past tells nothing. */
  constructor(face: FacePorts, episodes: readonly BitEpisode[]) {
    this.face = face;
    this.episodes = episodes;
    const places = face.observation.ports.flatMap((port) => (isSmall(port) ? placesIn(port) : []));
    const rows = rowsOf(places, episodes);
    const varying = places.flatMap((_, i) => (rows.some(({ now }) => now[i] !== rows[0]!.now[i]) ? [i] : []));
    const isTelling = (i: number): boolean => {
      const own = rows.flatMap(({ now, next }) => (next === undefined ? [] : [[now[i]!, next[i]!] as const]));
      if (dependence(own) > RELATED) return true;
      return varying.some((j) => j !== i && dependence(rows.map(({ now }) => [now[i]!, now[j]!])) > RELATED);
    };
    const telling = varying.filter(isTelling);
    this.telling = new Set(telling.map((i) => places[i]!.at));
    this.silent = new Set(varying.filter((i) => !telling.includes(i)).map((i) => places[i]!.at));
  }

  /** The words that a table may be about: flags and scalars alone, or every word; none where there are too many. */
  words(which: 'control' | 'all'): Place[] {
    const found = this.face.observation.ports
      .filter((port) => isSmall(port) && (which === 'all' || port.repeats.length === 0 || port.values <= 2))
      .flatMap((port) => placesIn(port).filter(({ at }) => this.telling.has(at)));
    return found.length > MOST_WORDS ? [] : found;
  }

  /** Flags and scalars with comparisons of words: those that tell most of what was just earned. */
  compared(): Place[] {
    const { ports } = this.face.observation;
    const words = ports.flatMap((port, index) =>
      isSmall(port) && port.role === 'word' && port.values > 2 && port.repeats.length <= 1
        ? placesOf(port)
            .slice(0, FIRST_ITEMS)
            .map((at) => ({ at, port, index }))
        : [],
    );
    const pairs = words.flatMap((a) =>
      words
        .filter((b) => b.index > a.index && b.port.values === a.port.values && b.port.low === a.port.low)
        .map((b): Place => ({ at: a.at, width: a.port.width, same: b.at })),
    );
    const steps = this.episodes.flatMap((each) => each.steps).filter(({ next }) => next !== undefined);
    const rewards = [...new Set(steps.map(({ reward }) => reward))];
    const ranked = pairs
      .map((place) => ({
        place,
        tells: dependence(steps.map(({ next, reward }) => [wordsAt(next!, [place])[0]!, rewards.indexOf(reward)])),
      }))
      .filter(({ tells }) => tells > RELATED)
      .sort((a, b) => b.tells - a.tells);
    if (ranked.length === 0) return [];
    return [...this.words('control'), ...ranked.slice(0, MOST_SAME).map(({ place }) => place)];
  }

  /** Whether all the words of a port are noise. */
  isSilent(port: number): boolean {
    return placesOf(this.face.observation.ports[port]!).every((at) => this.silent.has(at));
  }
}

function isSmall({ role, values, width }: WordPort): boolean {
  return role !== 'real' && values <= MOST_VALUES && width <= 8;
}

function placesIn(port: WordPort): Place[] {
  return placesOf(port).map((at) => ({ at, width: port.width }));
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
  return places.map(({ at, width, same }) => {
    const word = readWord(bits, at, width);
    return same === undefined ? word : Number(word === readWord(bits, same, width));
  });
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
