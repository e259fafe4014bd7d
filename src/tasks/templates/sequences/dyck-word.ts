import { remember, type Rng } from '#foundation/kernel';

export const OPEN = 0;
const CLOSE = 1;

/** How a valid string is broken: a bracket too many of either kind, or the right number in the wrong order. */
export type Break = 'extra_close' | 'missing_close' | 'order';

/**
 * `table[t · (D + 2) + h]` is proportional, within each t, to the number of ways to come from depth h to 0 in t steps within
 * [0, D]. Rows are scaled by powers of two, so counts never leave the range of doubles and the ratios are as exact.
 */
const waysTable = remember((length: number, depth: number) => `${length}/${depth}`, countWays, 64);

function countWays(length: number, depth: number): Float64Array {
  const width = depth + 2;
  const table = new Float64Array((length + 1) * width);
  table[0] = 1;
  for (let t = 1; t <= length; t += 1) {
    let top = 0;
    for (let h = 0; h <= depth; h += 1) {
      const up = table[(t - 1) * width + h + 1]!;
      const down = h > 0 ? table[(t - 1) * width + h - 1]! : 0;
      table[t * width + h] = up + down;
      top = Math.max(top, up + down);
    }
    if (top > 2 ** 500) for (let h = 0; h <= depth; h += 1) table[t * width + h]! /= 2 ** 500;
  }
  return table;
}

/** A balanced string of brackets no deeper than `depth`, each such string equally likely. */
export function drawBalanced(length: number, depth: number, rng: Rng): Uint8Array {
  const table = waysTable(length, depth);
  const width = depth + 2;
  const word = new Uint8Array(length);
  for (let i = 0, h = 0; i < length; i += 1) {
    const row = (length - i - 1) * width;
    const up = table[row + h + 1]!;
    const down = h > 0 ? table[row + h - 1]! : 0;
    const opens = down === 0 || (up > 0 && rng.uint32() < (up / (up + down)) * 4294967296);
    word[i] = opens ? OPEN : CLOSE;
    h += opens ? 1 : -1;
  }
  return word;
}

/** Draws until a string touches the ground often enough; about every second one does. */
const DRAWS = 200;

/** Where each part between two touches of the ground ends. */
function partEnds(word: Uint8Array): number[] {
  const ends: number[] = [];
  for (let i = 0, depth = 0; i < word.length; i += 1) {
    depth += word[i] === OPEN ? 1 : -1;
    if (depth === 0) ends.push(i);
  }
  return ends;
}

/** As `drawBalanced`, among the strings with at least three parts: then one can be broken without touching the ends. */
export function drawInParts(length: number, depth: number, rng: Rng): Uint8Array {
  let word = drawBalanced(length, depth, rng);
  for (let draw = 0; draw < DRAWS && partEnds(word).length < 3; draw += 1) word = drawBalanced(length, depth, rng);
  return word;
}

/**
 * Turns an inner part `(x)` into `)x(` in place: the counts stay, and only two brackets differ, so that no place and no
 * count tells what the order does. False where there is no inner part.
 */
export function turnPart(word: Uint8Array, rng: Rng): boolean {
  const ends = partEnds(word);
  if (ends.length < 3) return false;
  const part = rng.int(1, ends.length - 2);
  word[ends[part - 1]! + 1] = CLOSE;
  word[ends[part]!] = OPEN;
  return true;
}

/** Breaks a balanced string in place; the result is never balanced. The ends stay as they are where that is possible. */
export function breakWord(word: Uint8Array, how: Break, rng: Rng): void {
  const last = word.length - 1;
  if (how === 'order') return swapAcrossZero(word, rng);
  const kind = how === 'extra_close' ? OPEN : CLOSE;
  const inside = last < 2 ? ([0, last] as const) : ([1, last - 1] as const);
  word[drawWhere(word, kind, inside, rng)] = CLOSE - kind;
}

/**
 * Takes the depth below 0 and back by swapping opening brackets before one place with closing ones after it.
 *
 * The place is where the string is shallowest, d deep: (d + 1) / 2 swaps take it to −1. Of the places 2, 4, …, T − 4 every
 * one leaves enough brackets on both sides without touching the ends; strings under six brackets have no such place.
 */
function swapAcrossZero(word: Uint8Array, rng: Rng): void {
  const last = word.length - 1;
  let places = [0];
  let shallowest = Infinity;
  for (let i = 0, depth = 0; i <= last - 3; i += 1) {
    depth += word[i] === OPEN ? 1 : -1;
    if (i % 2 === 1 || i === 0 || depth > shallowest) continue;
    if (depth < shallowest) places = [];
    shallowest = depth;
    places.push(i);
  }
  const at = places[rng.below(places.length)]!;
  const left: readonly [number, number] = [at === 0 ? 0 : 1, at];
  const right: readonly [number, number] = [at + 1, at === 0 ? last : last - 1];
  const swaps = at === 0 ? 1 : (shallowest + 1) / 2;
  for (let swap = 0; swap < swaps; swap += 1) {
    const opening = drawWhere(word, OPEN, left, rng);
    const closing = drawWhere(word, CLOSE, right, rng);
    word[opening] = CLOSE;
    word[closing] = OPEN;
  }
}

/** The place of one bracket of a kind within [low, high], each equally likely; some such place exists where this is called. */
function drawWhere(word: Uint8Array, kind: number, [low, high]: readonly [number, number], rng: Rng): number {
  let count = 0;
  for (let i = low; i <= high; i += 1) if (word[i] === kind) count += 1;
  let left = rng.below(count);
  for (let i = low; ; i += 1) {
    if (word[i] !== kind) continue;
    if (left === 0) return i;
    left -= 1;
  }
}
