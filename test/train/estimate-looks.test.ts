import { describe, expect, it } from 'vitest';
import type { SkillWorld } from '#foundation/contracts/skills';
import { estimateRun, usualSettings } from '#learners/skill/train';
import { taskOf } from './begun-run.ts';

describe('looks of a judge', () => {
  it('have a line of their own in the estimate of a run, with the replies that they need', () => {
    const tasks = Array.from({ length: 60 }, (_, i) => taskOf(`t${i}`));
    const world = { tasks: (split: string) => (split === 'test' ? [] : tasks) } as unknown as SkillWorld;
    const skill = { 'SKILL.md': '# Rules' };
    const of = (limits: object, isJudged: boolean): { looks: number; furtherLooks: number; high: number } => {
      const { looks, furtherLooks, rollouts } = estimateRun(skill, { ...usualSettings, limits }, world, isJudged);
      return { looks, furtherLooks, high: rollouts.high };
    };
    expect(of({}, false).looks).toBe(0);
    expect(of({}, true)).toEqual({ looks: 500, furtherLooks: 100, high: of({}, false).high + 100 });
    expect(of({ rollouts: 200 }, true)).toEqual({ looks: 250, furtherLooks: 350, high: 200 });
  });
});
