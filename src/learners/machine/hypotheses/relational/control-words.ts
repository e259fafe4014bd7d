import type { FacePorts, WordPort } from '#foundation/contracts/words';
import type { BitEpisode } from '../evidence.ts';
import { placesOf, readWord } from '../word-view.ts';

/** A word by its place; or whether it is the same as the word at another place; or 0 where it is the same, 1 where it is less, 2 where it is more. */
export interface Place {
  readonly at: number;
  readonly width: number;
  readonly same?: number;
  readonly order?: number;
}

/** Bits of what a table sees of a place. */
export function seenWidth({ width, same, order }: Place): number {
  return order !== undefined ? 2 : same !== undefined ? 1 : width;
}

const MOST_VALUES = 32;
const MOST_WORDS = 48;
const MOST_OBSERVATIONS = 1500;
/** Items of a list that are compared with other words, and comparisons that a table may be about. */
const FIRST_ITEMS = 3;
const MOST_SAME = 8;
/** Values of names that are taken as they are beside orders, such words and orders at most, and episodes that tell which words change. */
const FEW_VALUES = 8;
const MOST_FEW = 8;
const MOST_ORDERS = 8;
const LOOKED = 100;
/** Standard deviations from independence that tell two words are related. */
const RELATED = 6;

/** Words of a column that are counted in the time of one elementary operation elsewhere. */
const AT_ONCE = 16;

/** What practice tells of the words of a face: which vary, and which of those tell anything. */
export class WordSurvey {
  private readonly face: FacePorts;
  private readonly episodes: readonly BitEpisode[];
  private readonly telling: ReadonlySet<number>;
  private readonly silent: ReadonlySet<number>;
  /** Words looked at so far. */
  effort = 0;

  /** A word that varies but depends on no other word and not on its own past tells nothing. */
  constructor(face: FacePorts, episodes: readonly BitEpisode[]) {
    this.face = face;
    this.episodes = episodes;
    const places = face.observation.ports.flatMap((port) => (isSmall(port) ? placesIn(port) : []));
    const rows = rowsOf(places, episodes);
    const columns = places.map((_, i) => columnOf(rows.map(({ now }) => now[i]!)));
    const varying = columns.flatMap(({ counts }, i) => (counts.length > 1 ? [i] : []));
    const isFollowed = rows.filter(({ next }) => next !== undefined);
    const telling = new Set(
      varying.filter((i) => {
        const [now, next] = [isFollowed.map((row) => row.now[i]!), isFollowed.map((row) => row.next![i]!)];
        this.effort += rows.length / AT_ONCE;
        return dependence(columnOf(now), columnOf(next)) > RELATED;
      }),
    );
    // Dependence is mutual: of two words neither of which tells by its own past, either both do or none by the other.
    for (const i of varying) {
      for (const j of varying) {
        if (telling.has(i)) break;
        if (i === j || (j < i && !telling.has(j))) continue;
        this.effort += rows.length / AT_ONCE;
        if (dependence(columns[i]!, columns[j]!) > RELATED) telling.add(i).add(j);
      }
    }
    this.telling = new Set([...telling].map((i) => places[i]!.at));
    this.silent = new Set(varying.filter((i) => !telling.has(i)).map((i) => places[i]!.at));
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
    const rewards = columnOf(steps.map(({ reward }) => reward));
    this.effort += (pairs.length * steps.length) / AT_ONCE;
    const ranked = pairs
      .map((place) => ({
        place,
        tells: dependence(columnOf(steps.map(({ next }) => wordsAt(next!, [place])[0]!)), rewards),
      }))
      .filter(({ tells }) => tells > RELATED)
      .sort((a, b) => b.tells - a.tells);
    if (ranked.length === 0) return [];
    return [...this.words('control'), ...ranked.slice(0, MOST_SAME).map(({ place }) => place)];
  }

  /** Flags and names of few values, and how words that change lie to words of the same range: nothing that grows with the range. */
  ordered(): Place[] {
    const { ports } = this.face.observation;
    const words = ports.flatMap((port, index) =>
      port.role === 'word' && isSmall(port) && port.repeats.length <= 1
        ? placesOf(port)
            .slice(0, FIRST_ITEMS)
            .filter((at) => !this.silent.has(at))
            .map((at) => ({ at, port, index }))
        : [],
    );
    const few = words.filter(({ port }) => port.values === 2 || (port.symbol && port.values <= FEW_VALUES));
    const numbers = words.filter(({ port }) => !port.symbol && port.values > 2);
    const moving = numbers.filter(({ at, port }) => this.changes({ at, width: port.width }));
    const isMoving = new Set(moving.map(({ at }) => at));
    const pairs = moving.flatMap((a) =>
      numbers
        .filter((b) => b.index !== a.index && b.port.values === a.port.values && b.port.low === a.port.low)
        .filter((b) => !isMoving.has(b.at) || b.at > a.at)
        .map((b): Place => ({ at: a.at, width: a.port.width, order: b.at })),
    );
    if (pairs.length === 0 || pairs.length > MOST_ORDERS || few.length > MOST_FEW) return [];
    return [...few.map(({ at, port }): Place => ({ at, width: port.width })), ...pairs];
  }

  private changes(place: Place): boolean {
    const steps = this.episodes.slice(0, LOOKED).flatMap((each) => each.steps);
    this.effort += steps.length / AT_ONCE;
    return steps.some(
      ({ observation, next }) => next !== undefined && wordsAt(observation, [place])[0] !== wordsAt(next, [place])[0],
    );
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
  return places.map(({ at, width, same, order }) => {
    const word = readWord(bits, at, width);
    if (order !== undefined) {
      const other = readWord(bits, order, width);
      return word === other ? 0 : word < other ? 1 : 2;
    }
    return same === undefined ? word : Number(word === readWord(bits, same, width));
  });
}

/** A word over many observations: which of its values each time, and how often each came. */
interface Column {
  readonly which: Uint32Array;
  readonly counts: readonly number[];
}

function columnOf(values: readonly number[]): Column {
  const places = new Map<number, number>();
  const counts: number[] = [];
  const which = Uint32Array.from(values, (value) => {
    const known = places.get(value);
    const place = known ?? counts.push(0) - 1;
    if (known === undefined) places.set(value, place);
    counts[place]! += 1;
    return place;
  });
  return { which, counts };
}

/**
 * How far two words are from independent, in standard deviations of χ².
 *
 *     (Σ (n − e)² / e − df) / √(2 df)
 */
function dependence(left: Column, right: Column): number {
  const freedom = (left.counts.length - 1) * (right.counts.length - 1);
  if (freedom <= 0) return 0;
  const wide = right.counts.length;
  const cells = new Uint32Array(left.counts.length * wide);
  for (const [i, a] of left.which.entries()) cells[a * wide + right.which[i]!]! += 1;
  let sum = 0;
  for (const [a, n] of left.counts.entries()) {
    for (const [b, m] of right.counts.entries()) {
      const expected = (n * m) / left.which.length;
      sum += (cells[a * wide + b]! - expected) ** 2 / expected;
    }
  }
  return (sum - freedom) / Math.sqrt(2 * freedom);
}
