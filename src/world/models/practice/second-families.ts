import { type Family, letters } from './family.ts';

const inside = (question: string): string[] => question.slice(question.indexOf('(') + 1, -1).split(',');
const numbers = (question: string): number[] => inside(question).map(Number);
const abc = 'ghijk';
const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
const shift = (word: string, by: number): string =>
  Array.from(word, (letter) => abc[(abc.indexOf(letter) + by + abc.length) % abc.length]!).join('');
const everySecond = (word: string, from: number): string =>
  Array.from(word)
    .filter((_, i) => i % 2 === from)
    .join('');

function ofNumber(kind: string, most: number, right: (n: number) => string, wrong: (n: number) => string): Family {
  return {
    kind,
    write: (rng) => `${kind}(${rng.below(most)})`,
    solve: (question) => right(numbers(question)[0]!),
    mistake: (question) => wrong(numbers(question)[0]!),
  };
}

function ofPair(
  kind: string,
  most: number,
  right: (a: number, b: number) => number,
  wrong: (a: number, b: number) => number,
): Family {
  const both = (question: string): [number, number] => [numbers(question)[0]!, numbers(question)[1]!];
  return {
    kind,
    write: (rng) => `${kind}(${rng.int(1, most)},${rng.int(1, most)})`,
    solve: (question) => String(right(...both(question))),
    mistake: (question) => String(wrong(...both(question))),
  };
}

function ofWord(kind: string, right: (word: string) => string, wrong: (word: string) => string): Family {
  return {
    kind,
    write: (rng) => `${kind}(${letters(rng, 4, 4, abc)})`,
    solve: (question) => right(inside(question)[0]!),
    mistake: (question) => wrong(inside(question)[0]!),
  };
}

/** Another world, of other questions in another form. Nothing was tuned on it. */
export const secondFamilies: readonly Family[] = [
  ofNumber(
    'twice',
    100,
    (n) => String(2 * n),
    (n) => String(n + 2),
  ),
  ofNumber(
    'half',
    100,
    (n) => String(Math.floor(n / 2)),
    (n) => String(Math.max(0, n - 2)),
  ),
  ofNumber(
    'bin',
    64,
    (n) => n.toString(2),
    (n) => Array.from(n.toString(2)).toReversed().join(''),
  ),
  ofPair('gcd', 12, divisor, Math.min),
  ofPair(
    'gap',
    12,
    (a, b) => Math.abs(a - b),
    (a, b) => a - b,
  ),
  ofPair(
    'pow',
    9,
    (a, b) => (a * b) % 10,
    (a, b) => (a + b) % 10,
  ),
  ofWord(
    'tail',
    (word) => word.slice(1),
    (word) => word.slice(0, -1),
  ),
  ofWord(
    'cut',
    (word) => word.slice(1, -1),
    (word) => word.slice(0, 1) + word.slice(-1),
  ),
  ofWord(
    'next',
    (word) => shift(word, 1),
    (word) => shift(word, -1),
  ),
  ofWord(
    'odd',
    (word) => everySecond(word, 0),
    (word) => everySecond(word, 1),
  ),
  ofWord(
    'uniq',
    (word) => [...new Set(word)].join(''),
    (word) => [...new Set(word)].toSorted().join(''),
  ),
  ofWord(
    'flip',
    (word) => Array.from(word).toReversed().join(''),
    (word) => word.slice(1) + word.slice(0, 1),
  ),
];
