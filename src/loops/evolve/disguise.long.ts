import type { Learnt } from '#bem';
import { disguiseFace, findTemplate, settingOf, templates } from '#tasks';
import { describe, expect, it } from 'vitest';
import { blindRace } from './blind-race.ts';

const everything = { permute: true, recode: true, noise: true } as const;

/** Skills that later ones are made of, learnt behind the plain face. */
const bases = ['MAJORITY', 'KV_RETRIEVAL', 'ARITH_EXPR'];
const skills = bases.reduce<Learnt[]>((known, name) => {
  const { learnt } = blindRace({ template: findTemplate(name), level: 1, seed: 1, tasks: 1, skills: known });
  return learnt === null ? known : [...known, learnt];
}, []);

describe('what a race learns at level 2', () => {
  it.each(templates.map((template) => [template.name, template] as const))(
    'of %s does not depend on where words lie, how symbols are numbered, or words of noise',
    (name, template) => {
      const level = 2;
      const race = { template, level, seed: 1, tasks: 400, skills };
      const face = disguiseFace(template.bits(settingOf(template, level).params), everything, `long/${name}`);
      const plain = blindRace(race);
      const disguised = blindRace({ ...race, face });
      // What is not learnt says nothing; where returns are chance, two means differ by their own error as well.
      const error = Math.hypot(plain.interval, disguised.interval);
      const allowed = plain.score >= 0.9 ? Math.max(0.03, error) : Infinity;
      expect(Math.abs(plain.score - disguised.score)).toBeLessThanOrEqual(allowed);
    },
  );
});
