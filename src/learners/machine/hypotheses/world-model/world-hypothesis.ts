import type { FacePorts, WordPort } from '#foundation/contracts/words';
import { placesOf, readWord } from '../word-view.ts';
import type { WordTree } from '../word-tree.ts';

/** Words that say where in a list one is: alone, or as two digits, the first one the lower. */
export interface WorldBinding {
  readonly index: readonly number[];
  readonly list: number;
}

/** What the words of a rule are: whether the action leads anywhere, the place it leads to, the place one is at, then counts of values. */
export const features = { leads: 0, there: 1, here: 2, counts: 3 } as const;

/** A world of places: where actions lead, by what rules one moves and earns, what a place becomes when it is entered. */
export interface WorldHypothesis {
  readonly binding: WorldBinding;
  /** The bits of each action. */
  readonly actions: readonly (readonly number[])[];
  /** The place that an action usually leads to, by action and place; −1 where it was never seen to lead anywhere. */
  readonly leads: readonly (readonly number[])[];
  /** 1 where one moves. */
  readonly moves: WordTree;
  /** 1 where the richest reward is earned. */
  readonly earns: WordTree;
  readonly richest: number;
  /** What a value of the list becomes where one enters. */
  readonly becomes: readonly number[];
  /** How many places may have been entered and changed before the end; more are taken one by one. */
  readonly slots: number;
  readonly waves: number;
  /** Actions may come to do what others did. */
  readonly adapts: boolean;
  /** Where the richest reward is may become another place than the one that is marked. */
  readonly seeks: boolean;
}

const MOST_VALUES = 32;
const MOST_PLACES = 1024;
const FEWEST_PLACES = 4;

/** All ways to read words as a place in a list: as many values as the list has places. */
export function worldBindings({ observation: { ports } }: FacePorts): WorldBinding[] {
  const scalars = ports.flatMap((port, index) => (isScalar(port) ? [index] : []));
  const lists = ports.flatMap((port, index) => (isWorld(port) ? [index] : []));
  return lists.flatMap((list) => {
    const { count } = ports[list]!.repeats[0]!;
    const alone = scalars.filter((a) => ports[a]!.values === count).map((a) => [a]);
    const pairs = scalars.flatMap((a) =>
      scalars.filter((b) => b !== a && ports[a]!.values * ports[b]!.values === count).map((b) => [a, b]),
    );
    return [...alone, ...pairs].map((index) => ({ index, list }));
  });
}

function isScalar({ role, repeats, cases, values }: WordPort): boolean {
  return role === 'word' && repeats.length === 0 && cases.length === 0 && values >= 2;
}

function isWorld({ role, repeats, cases, values }: WordPort): boolean {
  const [repeat] = repeats;
  return (
    role === 'word' &&
    repeats.length === 1 &&
    cases.length === 0 &&
    values <= MOST_VALUES &&
    repeat!.length === undefined &&
    repeat!.mark === undefined &&
    repeat!.count >= FEWEST_PLACES &&
    repeat!.count <= MOST_PLACES
  );
}

/** Reads places and values under a binding. */
export class WorldView {
  readonly count: number;
  readonly values: number;
  private readonly digits: readonly WordPort[];
  private readonly places: readonly number[];
  private readonly width: number;

  constructor({ index, list }: WorldBinding, { observation: { ports } }: FacePorts) {
    const port = ports[list]!;
    this.digits = index.map((each) => ports[each]!);
    this.places = placesOf(port);
    this.count = this.places.length;
    this.values = port.values;
    this.width = port.width;
  }

  /** The place one is at. */
  at(bits: Uint8Array): number {
    let [place, scale] = [0, 1];
    for (const { offset, width, values } of this.digits) {
      place += scale * readWord(bits, offset, width);
      scale *= values;
    }
    return place;
  }

  value(bits: Uint8Array, place: number): number {
    return readWord(bits, this.places[place]!, this.width);
  }

  /** How often each value stands in the list. */
  counts(bits: Uint8Array): number[] {
    const counts = new Array<number>(this.values).fill(0);
    for (let place = 0; place < this.count; place += 1) {
      const value = this.value(bits, place);
      if (value < counts.length) counts[value]! += 1;
    }
    return counts;
  }

  /** The place whose value differs, if one place alone does; −1 where none does, −2 where several do. */
  changed(before: Uint8Array, after: Uint8Array): number {
    let found = -1;
    for (let place = 0; place < this.count; place += 1) {
      const at = this.places[place]!;
      for (let i = 0; i < this.width; i += 1) {
        if (before[at + i] === after[at + i]) continue;
        if (found >= 0) return -2;
        found = place;
        break;
      }
    }
    return found;
  }
}
