import { finalSequence, type Sequence } from '#learners/machine/plans';
import type { Rng } from '#foundation/kernel';
import type { Language } from './unseen-languages.ts';

/** Strings longer than this are never trained on. */
export const trainedLength = 16;

/** Strings of a length are all in the training set while they are no more than this. */
const ALL_OF_LENGTH = 64;

/** Training strings: all short ones, then members, members with a letter changed, and random strings, up to 16 letters. */
export function trainingStrings(language: Language, rng: Rng, count: number): Sequence[] {
  const short = shortStrings(language.classes);
  const longer = short.at(-1)!.length + 1;
  const strings = Array.from(
    { length: count },
    (_, i) => short[i] ?? drawString(language, rng, rng.int(longer, trainedLength)),
  );
  return strings.map((tokens) => finalSequence(tokens, language.accepts(tokens) ? 1 : 0));
}

/** Strings of eight times the trained length, and a letter fewer for half of them, so that both parities occur. */
export function testStrings(language: Language, rng: Rng, count: number): Sequence[] {
  return Array.from({ length: count }, () => {
    const tokens = drawString(language, rng, 8 * trainedLength - rng.bit());
    return finalSequence(tokens, language.accepts(tokens) ? 1 : 0);
  });
}

function shortStrings(classes: number): number[][] {
  const short: number[][] = [];
  for (let length = 1; classes ** length <= ALL_OF_LENGTH; length += 1) {
    for (let number = 0; number < classes ** length; number += 1) {
      short.push(Array.from({ length }, (_, i) => Math.floor(number / classes ** i) % classes));
    }
  }
  return short;
}

/** A string of about a length: random, a member, or a member with a letter changed or left out. */
export function drawString(language: Language, rng: Rng, length: number): number[] {
  const way = rng.below(4);
  if (way === 0) return Array.from({ length }, () => rng.below(language.classes));
  const tokens = language.draw(rng, length);
  if (way === 1) tokens[rng.below(length)] = rng.below(language.classes);
  if (way === 2 && rng.bit() === 1) tokens.pop();
  return tokens;
}
