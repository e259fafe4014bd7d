import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { BracketCounter } from './brackets.ts';
import { measureCode } from './code-figures.ts';
import { codeTokens, Vocabulary } from './code-tokens.ts';

const source = "const x = f(1, 'a b'); // done\n  return `t${x}`;\n";

it('cuts a source into names, numbers, strings, comments, operators and lines', () => {
  const texts = codeTokens(source).map(({ text }) => text);
  expect(texts.slice(0, 12)).toEqual(['const', 'x', '=', 'f', '(', '1', ',', "'a b'", ')', ';', '// done', '\n']);
  expect(texts.slice(12)).toEqual(['return', '`t${x}`', ';', '\n']);
});

it('gives up on no text: an open string or comment is cut too', () => {
  for (const text of ['"open', '/* open', "'", '`', '\u0000€', '']) {
    expect(
      codeTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  }
});

it('numbers common tokens, and rare ones by their kind', () => {
  const vocabulary = new Vocabulary(codeTokens('a a b b b 1 "s"'), 100);
  const number = (text: string): number => vocabulary.numberOf(codeTokens(text)[0]!);
  expect([number('zzz'), number('7'), number("'s'"), number('// c'), number('b'), number('a')]).toEqual([
    0, 1, 2, 3, 5, 6,
  ]);
});

it('counts brackets without a partner', () => {
  const unmatched = (text: string): number => {
    const counter = new BracketCounter([1, 2], [3, 4]);
    for (const letter of text) counter.take(' ([)]'.indexOf(letter));
    return counter.unmatched;
  };
  expect(['', '()', '([])', '(', ')', '([)]', '(()'].map(unmatched)).toEqual([0, 0, 0, 1, 1, 2, 1]);
});

it('learns code better than the n-gram, the same each time', () => {
  const file = (i: number): string =>
    `export function f${i % 7}(a: number, b: number): number {\n  return g(a, [b, ${i % 3}]);\n}\n`;
  const files = Array.from({ length: 120 }, (_, i) => codeTokens(file(i)));
  const measure = (): ReturnType<typeof measureCode> =>
    measureCode({ files, hash: '', from: {} }, 300, createRng('test/code'));
  const [first, second] = [measure(), measure()];
  const bits = first.models.map(({ bitsPerToken }) => bitsPerToken);
  expect(bits[2]).toBeLessThan(bits[3]!);
  expect(second.models.map(({ bitsPerToken, unmatched }) => [bitsPerToken, unmatched])).toEqual(
    first.models.map(({ bitsPerToken, unmatched }) => [bitsPerToken, unmatched]),
  );
});
