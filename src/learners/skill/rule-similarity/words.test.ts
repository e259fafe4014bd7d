import { describe, expect, it } from 'vitest';
import { dice, jaccard, wordsOf } from './words.ts';

describe('words of a rule', () => {
  it('are letters and numbers in lower case, with what an apostrophe joins', () => {
    expect(wordsOf("Don't say “Ⅳ”, it’s №12-b!")).toEqual(["don't", 'say', 'iv', 'it’s', 'no12', 'b']);
    expect(wordsOf(' - … ')).toEqual([]);
  });

  it('alike by Jaccard: shared over all distinct ones', () => {
    expect(jaccard(['a', 'b', 'b'], ['b', 'c'])).toBeCloseTo(1 / 3, 12);
    expect(jaccard(['a'], ['a'])).toBe(1);
    expect(jaccard(['a'], [])).toBe(0);
    expect(jaccard([], [])).toBe(0);
  });

  it('alike by Dice: pairs of characters, counted with repeats', () => {
    expect(dice('night', 'nacht')).toBeCloseTo(0.25, 12);
    expect(dice('aaaa', 'aa')).toBeCloseTo(0.5, 12);
    expect(dice('aa', 'aaaa')).toBeCloseTo(0.5, 12);
    expect(dice('x', 'x')).toBe(1);
    expect(dice('x', 'xy')).toBe(0);
    expect(dice('xy', 'x')).toBe(0);
    expect(dice('ab', 'ba')).toBe(0);
    expect([dice('x', 'y'), dice('', 'xy'), dice('xy', '')]).toEqual([0, 0, 0]);
  });
});
