import { disguiseFace } from '#tasks/faces';
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
});
