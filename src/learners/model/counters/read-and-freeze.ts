import { codeLength } from './code-length.ts';
import type { Predictor } from './predictor.ts';

/** Parts that are read adaptively, before any is read twice. */
const adaptiveParts = 12;

/**
 * Reads a text for the last time and leaves the predictor so that nothing learns any more. It reads the first parts adaptively and every further
 * part twice: with the memory frozen, so that the weights learn how far a memory can be trusted that ended a part ago; and with the weights frozen,
 * so that the memory has the part too. Gives the bits of the last part, read with its memory frozen.
 */
export function readAndFreeze(predictor: Predictor, parts: readonly Uint8Array[]): number {
  for (const part of parts.slice(0, adaptiveParts)) codeLength(predictor, part);
  const twice = parts.slice(adaptiveParts);
  let lastBits = 0;
  for (const [i, part] of twice.entries()) {
    predictor.learn('weights', i / Math.max(1, twice.length - 1));
    lastBits = codeLength(predictor, part);
    predictor.learn('memory');
    codeLength(predictor, part);
  }
  predictor.learn('nothing');
  return lastBits;
}

/** Equal parts, cut at even places: a token has two bytes, and a part that is read twice must not begin within one. */
export function cutEvenly(bytes: Uint8Array, parts: number): Uint8Array[] {
  const at = (part: number): number =>
    part === parts ? bytes.length : 2 * Math.floor((bytes.length * part) / parts / 2);
  return Array.from({ length: parts }, (_, part) => bytes.subarray(at(part), at(part + 1)));
}
