import { describe, expect, it } from 'vitest';
import { answerPart, markedLine, parseInteger, parseIntegers, parseNumber, parseSymbols, parseWord } from './reply.ts';

describe('the reading of replies to a task', () => {
  it.each([
    ['UP', 'UP'],
    ['up', 'UP'],
    ['I go **UP**.', 'UP'],
    ['answer: UP', 'UP'],
    ['First I thought DOWN.\nFinal answer: up', 'UP'],
    ['**Answer:** `UP`.', 'UP'],
    ['\\boxed{UP}', 'UP'],
    ['Answer = "UP"', 'UP'],
    ['UP or DOWN', undefined],
    ['answer: UP or DOWN', undefined],
    ['UPPER', undefined],
    ['', undefined],
    ['answer:', undefined],
  ])('reads %j as the word %j', (reply, word) => {
    expect(parseWord(reply, ['UP', 'DOWN'])).toBe(word);
  });

  it.each([
    ['7', 7],
    ['-7', -7],
    ['−7', -7],
    ['answer: 7', 7],
    ['2 + 5 is 7, so\nanswer: 7', 7],
    ['the result is 7.', 7],
    ['7 and 7', 7],
    ['6 or 7', undefined],
    ['7.5', undefined],
    ['x7', undefined],
    ['99', undefined],
    ['', undefined],
  ])('reads %j as the whole number %j', (reply, value) => {
    expect(parseInteger(reply, -10, 10)).toBe(value);
  });

  it('never reads minus zero', () => {
    expect(Object.is(parseInteger('-0', -1, 1), 0)).toBe(true);
  });

  it('takes a list only when it has the right length and range', () => {
    expect(parseIntegers('answer: [1, 2, 3]', 3, 0, 9)).toEqual([1, 2, 3]);
    expect(parseIntegers('answer: [1, 2]', 3, 0, 9)).toBeUndefined();
    expect(parseIntegers('answer: [1, 2, 30]', 3, 0, 9)).toBeUndefined();
  });

  it('reads probabilities as fractions or per cent', () => {
    expect(parseNumber('answer: 75%', 0, 1)).toBe(0.75);
    expect(parseNumber('p = .5', 0, 1)).toBe(0.5);
    expect(parseNumber('1.5', 0, 1)).toBeUndefined();
  });

  it('reads symbol strings whatever separates them', () => {
    expect(parseSymbols('answer: 1 0, 1', 3, '01')).toBe('101');
    expect(parseSymbols('answer: 102', 3, '01')).toBeUndefined();
  });

  it('takes the last marked line', () => {
    expect(markedLine('answer: a\nno, answer: b\nbye')).toBe('b');
    expect(markedLine('nothing')).toBeUndefined();
    expect(answerPart('answer: ("b").')).toBe('b');
  });

  it('takes time linear in the reply', () => {
    for (const filler of [' ', '.', ')', '(', 'answer ', 'final  ', '\\boxed{', '1', '-', '1.', 'a:1 ']) {
      const reply = `${filler.repeat(100_000 / filler.length)}x`;
      const before = performance.now();
      parseWord(reply, ['UP']);
      parseInteger(reply, 0, 9);
      parseNumber(reply, 0, 9);
      parseSymbols(reply, 5, '01');
      expect(performance.now() - before).toBeLessThan(1500);
    }
  });
});
