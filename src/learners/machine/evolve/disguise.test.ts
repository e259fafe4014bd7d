import { disguiseFace } from '../../../../test/oracles/disguise.ts';
import { findTemplate } from '#tasks/registry';
import { settingOf } from '#tasks/settings';
import { describe, expect, it } from 'vitest';
import { blindRace } from './blind-race.ts';

const everything = { permute: true, recode: true, noise: true } as const;

describe('a race behind another face', () => {
  it.each([['COMM_REFERENTIAL', 2, 'word program']] as const)(
    'learns %s@%i as well: words elsewhere, symbols under other numbers, words of noise',
    (name, level, by) => {
      const template = findTemplate(name);
      const face = disguiseFace(template.bits(settingOf(template, level).params), everything, `test/${name}`);
      const plain = blindRace({ template, level, seed: 1, tasks: 40 });
      const disguised = blindRace({ template, level, seed: 1, tasks: 40, face });
      expect([plain.class, disguised.class]).toEqual([by, by]);
      expect(plain.score).toBeGreaterThan(0.95);
      expect(Math.abs(plain.score - disguised.score)).toBeLessThanOrEqual(0.03);
    },
  );

  it('is not led astray by what was learnt behind the plain one: its words are other words there', () => {
    const template = findTemplate('ARITH_EXPR');
    const { learnt } = blindRace({ template, level: 1, seed: 1, tasks: 1 });
    const face = disguiseFace(template.bits(settingOf(template, 2).params), everything, 'long/ARITH_EXPR');
    const budget = { episodes: 4000, effort: 1e6 };
    const raced = blindRace({ template, level: 2, seed: 1, tasks: 40, face, skills: [learnt!], budget });
    expect(raced).toMatchObject({ class: 'tree evaluator', score: 1 });
  });
});
