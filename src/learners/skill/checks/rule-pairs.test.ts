import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { jaccard, wordsOf } from '../rule-similarity/words.ts';
import { findPairs } from './rule-pairs.ts';

const ten = 'put the red crate below the green lamp near our north door';

describe('pairs of rules', () => {
  it('are duplicates with nine of ten words alike, the same sense and the same numbers', () => {
    expect(findPairs(['Check the total of each row', 'other words', 'check THE total, of each row!'])).toEqual([
      { kind: 'duplicate', first: 0, second: 2 },
    ]);
    expect(findPairs([ten, `${ten} now`])).toEqual([{ kind: 'duplicate', first: 0, second: 1 }]);
    expect(findPairs([ten, `${ten} now and then again`])).toEqual([]);
    expect(findPairs(['one', 'one'])).toEqual([{ kind: 'duplicate', first: 0, second: 1 }]);
  });

  it('contradict each other where one forbids what the other asks for, or the numbers differ', () => {
    const pair = (a: string, b: string): string | undefined => findPairs([a, b])[0]?.kind;
    expect(pair('Always round the result', 'Never round the result')).toBe('contradiction');
    expect(pair('Never round the result', 'Avoid round the result')).toBe('duplicate');
    expect(pair('Do not never round the result', 'Round the result')).toBe('duplicate');
    expect(pair('Round the result to 2 digits', 'Round the result to 3 digits')).toBe('contradiction');
    expect(pair('Round the result to 2 digits', 'Round the result to digits')).toBeUndefined();
    expect(pair('Round the result to digits', 'Round the result to 2 digits')).toBeUndefined();
    expect(pair('Round the result to 2 digits', 'You must round the result to 2 digits')).toBeUndefined();
    expect(pair('Wait', 'Do not wait')).toBeUndefined();
    expect(pair('Round results', 'Round no results')).toBe('contradiction');
  });

  it('do not contradict each other where they share too few words, however rare these are', () => {
    const common = ['grows', 'falls', 'grows well', 'falls well'];
    const found = findPairs(['amber grows 2', 'amber falls 3', ...common]);
    expect(found.filter(({ kind }) => kind === 'contradiction')).toEqual([]);
  });

  it.each([
    'not',
    'never',
    'no',
    'avoid',
    'without',
    'cannot',
    ...'don doesn won can mustn shouldn'.split(' ').flatMap((word) => [`${word}'t`, `${word}’t`]),
  ])('%s forbids', (word) => {
    expect(findPairs(['Round the result', `Round ${word} the result`])).toMatchObject([{ kind: 'contradiction' }]);
  });

  it('come in the order of their rules', () => {
    const rules = ['amber basil cedar delta ember 1', 'basil cedar delta ember 2', 'amber basil cedar delta ember 3'];
    expect(findPairs(rules).map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ]);
  });

  it('property: prefix filtering loses none of them', () => {
    const rng = createRng('rule-pairs');
    const words = 'amber basil cedar delta ember fjord grove heron'.split(' ');
    for (let i = 0; i < 40; i += 1) {
      const rules = Array.from({ length: 14 }, () =>
        Array.from({ length: 2 + rng.below(6) }, () => rng.pick(words)).join(' '),
      );
      const expected = rules.flatMap((rule, first) =>
        rules.flatMap((other, at) =>
          at > first && jaccard(wordsOf(rule), wordsOf(other)) >= 0.9 ? [{ kind: 'duplicate', first, second: at }] : [],
        ),
      );
      expect(findPairs(rules)).toEqual(expected);
    }
  });

  it('are at most two hundred', () => {
    expect(findPairs(Array.from({ length: 30 }, () => ten))).toHaveLength(200);
  });
});
