import { expect, it } from 'vitest';
import type { MachineSkill } from './machine-skill.ts';
import { reusedSkills } from './reused-skills.ts';

const inner = { program: { kind: 'constant', answer: 1 }, binding: { tokens: 0, answer: 0 } };
const skill = (template: string, hypothesis: MachineSkill['hypothesis']): MachineSkill => ({
  template,
  level: 1,
  class: 'sequence program',
  hypothesis,
  says: `what ${template} says`,
});

it('tells once which skill is a step of others, whatever words it is bound to there', () => {
  const whole = {
    skills: [{ class: 'sequence program', hypothesis: { ...inner, binding: { tokens: 4, answer: 1 } } }],
  };
  const all = [skill('A', inner), skill('B', whole), skill('B', whole), skill('C', whole)];
  expect(reusedSkills(all)).toEqual(['sequence program of A in B, C: what A says']);
});

it('tells nothing of a skill that is used by its own template alone, or that is another', () => {
  expect(reusedSkills([skill('A', inner), skill('A', { of: inner })])).toEqual([]);
  const other = { ...inner, program: { kind: 'constant', answer: 2 } };
  expect(reusedSkills([skill('A', inner), skill('B', { of: other })])).toEqual([]);
});
