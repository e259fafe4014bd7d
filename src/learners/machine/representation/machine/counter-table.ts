import { half, observe } from '#foundation/statistics/adaptive-counter';

/** Counters for so many read planes and writes that know nothing: p = ½, n = 0. */
export function emptyCounters(reads: number, writes: number): Uint32Array {
  return new Uint32Array(2 ** reads * writes).fill(half);
}

/** Where a table works: word offsets of its planes in the memory image, and of the mask. */
export interface TablePlaces {
  readonly image: Int32Array;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly mask: number;
  /** 32-bit words per plane. */
  readonly words: number;
}

/** Calls back for every lane of the mask, with the value its read planes spell. */
function eachContext(places: TablePlaces, visit: (word: number, bit: number, context: number) => void): void {
  const { image, reads, mask, words } = places;
  for (let word = 0; word < words; word += 1) {
    for (let left = image[mask + word]!; left !== 0; left &= left - 1) {
      const bit = 31 - Math.clz32(left & -left);
      let context = 0;
      for (let r = 0; r < reads.length; r += 1) context |= ((image[reads[r]! + word]! >>> bit) & 1) << r;
      visit(word, bit, context);
    }
  }
}

/** Writes, in each lane of the mask, the more probable bit of each counter; p = ½ counts as one. Gives the lanes served. */
export function runTable(counters: Uint32Array, places: TablePlaces): number {
  const { image, writes } = places;
  let lanes = 0;
  eachContext(places, (word, bit, context) => {
    lanes += 1;
    for (let o = 0; o < writes.length; o += 1) {
      const at = writes[o]! + word;
      const isOne = counters[context * writes.length + o]! >= half;
      image[at] = isOne ? image[at]! | (1 << bit) : image[at]! & ~(1 << bit);
    }
  });
  return lanes;
}

/** Lets each lane of the mask teach the counters of its context: target plane o holds the bit write o should have been. */
export function teachTable(
  counters: Uint32Array,
  places: TablePlaces,
  targets: readonly Int32Array[],
  limit: number,
): void {
  const width = places.writes.length;
  eachContext(places, (word, bit, context) => {
    for (let o = 0; o < width; o += 1) {
      const at = context * width + o;
      counters[at] = observe(counters[at]!, ((targets[o]![word]! >>> bit) & 1) === 1, limit);
    }
  });
}
