/**
 * Adaptive counters: each holds the probability of a one in its upper 22 bits and the number of observations in its
 * lower 10, and moves fast while it has seen little:
 *
 *     p ← p + (bit − p) / (n + 1.5),    n ← min(n + 1, limit)
 *
 * @source Mahoney 2005, Adaptive weighing of context models for lossless data compression (the state maps of PAQ)
 */
export const half = 2 ** 31;

const one = 2 ** 22;

/** Counters for so many read planes and writes that know nothing: p = ½, n = 0. */
export function emptyCounters(reads: number, writes: number): Uint32Array {
  return new Uint32Array(2 ** reads * writes).fill(half);
}

/** The probability of a one that a counter stands for. */
export function probabilityOf(counter: number): number {
  return (counter >>> 10) / one;
}

/** The counter after one more observation. */
function observe(counter: number, bit: boolean, limit: number): number {
  const n = counter & 1023;
  const p = counter >>> 10;
  const target = bit ? one - 1 : 0;
  const moved = Math.round(p + (target - p) / (n + 1.5));
  return ((moved << 10) | Math.min(n + 1, limit)) >>> 0;
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
