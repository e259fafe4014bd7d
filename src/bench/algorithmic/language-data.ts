import { finalSequence, type Sequence } from '#bem';
import type { Rng } from '#kernel';
import type { Language } from './unseen-languages.ts';

/** Strings longer than this are never trained on. */
export const trainedLength = 16;

/** Every string up to this length is in the training set. */
const ALL_UP_TO = 6;

/** Training strings: all short ones, then members, members with a letter changed, and random strings, up to 16 letters. */
export function trainingStrings(language: Language, rng: Rng, count: number): Sequence[] {
  const short: number[][] = [];
  for (let length = 1; length <= ALL_UP_TO; length += 1) {
    for (let bits = 0; bits < 2 ** length; bits += 1) short.push(Array.from({ length }, (_, i) => (bits >>> i) & 1));
  }
  const strings = Array.from(
    { length: count },
    (_, i) => short[i] ?? drawString(language, rng, rng.int(ALL_UP_TO + 1, trainedLength)),
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

function drawString(language: Language, rng: Rng, length: number): number[] {
  const way = rng.below(4);
  if (way === 0) return Array.from({ length }, () => rng.below(language.classes));
  const tokens = language.draw(rng, length);
  if (way === 1) tokens[rng.below(length)] = rng.below(language.classes);
  if (way === 2 && rng.bit() === 1) tokens.pop();
  return tokens;
}
