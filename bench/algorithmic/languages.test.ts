import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { testStrings } from './language-data.ts';
import { learnLanguage, learnNoisyParity } from './languages-suite.ts';
import { unseenLanguages } from './unseen-languages.ts';

describe('unseen languages', () => {
  it.each([1, 7])('are tested with members and others, each of those of seed %i', (seed) => {
    const oneSided = unseenLanguages(seed).filter((language) => {
      const labels = testStrings(language, createRng(`sides/${language.name}`), 256).map((string) =>
        string.labels.at(-1),
      );
      return new Set(labels).size < 2;
    });
    expect(oneSided.map(({ name }) => name)).toEqual([]);
  });

  it('are learnt without an error at eight times the trained length: one in eight of the fifty', () => {
    const some = unseenLanguages(7).filter((_, i) => i % 8 === 0);
    const outcomes = some.map((language, i) => learnLanguage(language, `test/${i}`, { training: 500, lanes: 256 }));
    expect(outcomes.filter(({ errors }) => errors > 0).map(({ language }) => language)).toEqual([]);
    expect(outcomes.every(({ members, sequences }) => members > 0 && members < sequences)).toBe(true);
    // The merging peer fails where a count is needed, so the test strings do tell learners apart.
    expect(outcomes.some(({ edsmErrors }) => edsmErrors > 0)).toBe(true);
  });

  it('parity is learnt though 5 % of the labels are flipped', () => {
    const { learnt, errors } = learnNoisyParity(3, 400);
    expect(learnt).toMatchObject({ grounds: 'noisy', template: 'A(2,0)' });
    expect(learnt.errors).toBeGreaterThan(5);
    expect(errors).toBe(0);
  });
});
