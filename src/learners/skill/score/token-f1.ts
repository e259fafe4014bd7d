import { normalise } from './normalise.ts';

/**
 * Overlap of two answers as bags of words: F1 = 2·P·R / (P + R). Two empty answers agree, one empty answer agrees with nothing.
 *
 * @source Rajpurkar et al. 2016 (SQuAD)
 */
export function tokenF1(answer: string, gold: string): number {
  const found = words(answer);
  const wanted = words(gold);
  if (found.length === 0 || wanted.length === 0) return found.length === wanted.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(word, count - 1);
  }
  return (2 * common) / (found.length + wanted.length);
}

function words(text: string): readonly string[] {
  return normalise(text).split(' ').filter(Boolean);
}
