import type { Rng } from '#foundation/kernel';
import { type Family, letters, wordsOf } from './family.ts';

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const digits = (rng: Rng, count: number): string => Array.from({ length: count }, () => rng.below(10)).join(' ');
const reversed = (word: string): string => Array.from(word).toReversed().join('');

function ofNumbers(
  kind: string,
  count: number,
  right: (numbers: readonly number[]) => number,
  wrong: (numbers: readonly number[]) => number,
): Family {
  const numbers = (question: string): number[] => wordsOf(question).map(Number);
  return {
    kind,
    write: (rng) => `${kind} ${digits(rng, count)}`,
    solve: (question) => String(right(numbers(question))),
    mistake: (question) => String(wrong(numbers(question))),
  };
}

function ofWord(kind: string, right: (word: string) => string, wrong: (word: string) => string): Family {
  return {
    kind,
    write: (rng) => `${kind} ${letters(rng, 3, 3)}`,
    solve: (question) => right(wordsOf(question)[0]!),
    mistake: (question) => wrong(wordsOf(question)[0]!),
  };
}

/** Sums, orders and words: the world that `pawl init selfplay` writes. */
export const firstFamilies: readonly Family[] = [
  ofNumbers(
    'add',
    2,
    ([a, b]) => a! + b!,
    ([a, b]) => a! + b! + 1,
  ),
  ofNumbers(
    'sub',
    2,
    ([a, b]) => a! - b!,
    ([a, b]) => b! - a!,
  ),
  ofNumbers(
    'mul',
    2,
    ([a, b]) => a! * b!,
    ([a, b]) => a! + b!,
  ),
  ofNumbers(
    'max',
    3,
    (all) => sorted(all)[2]!,
    (all) => all[0]!,
  ),
  ofNumbers(
    'min',
    3,
    (all) => sorted(all)[0]!,
    (all) => all[2]!,
  ),
  ofNumbers(
    'med',
    3,
    (all) => sorted(all)[1]!,
    (all) => all[1]!,
  ),
  ofWord('rev', reversed, (word) => word),
  ofWord(
    'rot',
    (word) => word.slice(1) + word.slice(0, 1),
    (word) => word.at(-1)! + word.slice(0, -1),
  ),
  ofWord(
    'sor',
    (word) => Array.from(word).toSorted().join(''),
    (word) => reversed(Array.from(word).toSorted().join('')),
  ),
  ofWord(
    'swp',
    (word) => word.at(-1)! + word.slice(1, -1) + word.slice(0, 1),
    (word) => word.slice(1, 2) + word.slice(0, 1) + word.slice(2),
  ),
  ofWord(
    'dup',
    (word) => Array.from(word, (letter) => letter + letter).join(''),
    (word) => word + word,
  ),
  ofWord(
    'end',
    (word) => word.slice(-2),
    (word) => word.slice(0, 2),
  ),
];
