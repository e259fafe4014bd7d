import { templates } from '#tasks/registry';
import { describe, expect, it } from 'vitest';
import { learnBases, raceTwice } from './fixtures/disguised-races.ts';

const skills = learnBases();

describe('what a race learns at level 2, with the whole budget', () => {
  let learnt = 0;

  it.each(templates.map((template) => [template.name, template] as const))(
    'of %s does not depend on where words lie, how symbols are numbered, or words of noise',
    (_name, template) => {
      const raced = raceTwice(template, skills, 1);
      if (raced === undefined) return;
      learnt += 1;
      expect(raced.difference).toBeLessThanOrEqual(raced.allowed);
    },
  );

  it('is learnt often enough for this to say something', () => {
    expect(learnt).toBeGreaterThanOrEqual(12);
  });
});
