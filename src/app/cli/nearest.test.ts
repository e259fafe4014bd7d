import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from './nearest.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['ca', 'ac', 1],
    ['ca', 'abc', 3],
    ['dcotor', 'doctor', 1],
  ])('of %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });

  it('property: is symmetric, zero only for equal words, and at most the longer length', () => {
    const word = fc.stringMatching(/^[abc]{0,6}$/);
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('property: one deletion, insertion, replacement or swap is one edit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}$/), fc.nat(), (word, n) => {
        const i = n % (word.length - 1);
        const [left, one, two, right] = [word.slice(0, i), word[i]!, word[i + 1]!, word.slice(i + 2)];
        fc.pre(one !== two);
        expect(editDistance(word, left + two + one + right)).toBe(1);
        expect(editDistance(word, left + two + right)).toBe(1);
        expect(editDistance(word, `${left}${one}0${two}${right}`)).toBe(1);
        expect(editDistance(word, `${left}0${two}${right}`)).toBe(1);
      }),
    );
  });
});

describe('nearestName', () => {
  const known = ['practise', 'tasks', 'runs', 'doctor'];

  it.each([
    ['dcotor', 'doctor'],
    ['DOCTOR', 'doctor'],
    ['task', 'tasks'],
    ['prac', 'practise'],
    ['rnus', 'runs'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestName(typed, known)).toBe(meant);
  });

  it('says nothing when nothing is near', () => {
    expect(nearestName('zebra', known)).toBeUndefined();
    expect(nearestName('x', known)).toBeUndefined();
    expect(nearestName('doctor', [])).toBeUndefined();
  });
});
