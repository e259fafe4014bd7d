import type { CircuitBuilder } from '../graph/builder.ts';
import { type Edge, FALSE } from '../graph/edge.ts';
import type { Word } from './word-add.ts';
import { mux } from './word-compare.ts';

/** x·2ᵏ mod 2ⁿ; wires only. */
export function shiftLeft(x: Word, k: number): Edge[] {
  return x.map((_, i) => x[i - k] ?? FALSE);
}

/** ⌊x / 2ᵏ⌋, filled from above with `fill`: false for unsigned numbers, the sign bit for signed ones. */
export function shiftRight(x: Word, k: number, fill: Edge = FALSE): Edge[] {
  return x.map((_, i) => x[i + k] ?? fill);
}

/** Bits move k places up, round the end; negative k moves down. */
export function rotateLeft(x: Word, k: number): Edge[] {
  const n = x.length;
  const by = n - (k % n); // reduced first: i − k is inexact past 2⁵³
  return x.map((_, i) => x[(i + by) % n]!);
}

/** Moves by a variable distance, one stage per bit of it. */
function barrel(builder: CircuitBuilder, x: Word, distance: Word, move: (x: Word, stage: number) => Edge[]): Edge[] {
  return distance.reduce<Edge[]>((word, bit, stage) => mux(builder, bit, move(word, stage), word), [...x]);
}

/** Shifts left by a number known only at run time; all zero once it reaches the width. */
export function shiftLeftBy(builder: CircuitBuilder, x: Word, distance: Word): Edge[] {
  return barrel(builder, x, distance, (word, stage) => shiftLeft(word, 2 ** stage));
}

/** Shifts right by a number known only at run time. */
export function shiftRightBy(builder: CircuitBuilder, x: Word, distance: Word, fill: Edge = FALSE): Edge[] {
  return barrel(builder, x, distance, (word, stage) => shiftRight(word, 2 ** stage, fill));
}

/** Rotates left by a number known only at run time, modulo the width. */
export function rotateLeftBy(builder: CircuitBuilder, x: Word, distance: Word): Edge[] {
  let power = 1; // 2^stage mod n: 2^stage itself overflows past stage 1023
  return barrel(builder, x, distance, (word) => {
    const moved = rotateLeft(word, power);
    power = (2 * power) % x.length;
    return moved;
  });
}
