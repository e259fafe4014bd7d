import { describe, expect, it } from 'vitest';
import type { Scorer, SkillWorld } from '#foundation/contracts/skills';
import { createBudget, createStopwatch } from '#ratchet/budget';
import { usualPatience } from '#ratchet/rollout';
import { measureJudge } from '#learners/skill/judging';
import { createMemoryJournal } from '#world/store';
import { estimateRun, usualSettings } from '#learners/skill/train';
import { taskOf } from './begun-run.ts';
import { timeless } from './short-run.ts';

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

  it('are never more than planned, though it contradicts itself everywhere', async () => {
    const look = async (again: number): Promise<number> => {
      let looks = 0;
      const scorer: Scorer = {
        name: 'coin',
        fingerprint: 1,
        score: async (_reply, { id }) => {
          looks += 1;
          const hard = (looks + id.length) % 2;
          return { hard, soft: hard };
        },
      };
      const journal = createMemoryJournal();
      const budget = createBudget({ limits: {} });
      const stopwatch = createStopwatch(journal, timeless, {});
      const replied = Array.from({ length: 10 }, (_, i) => ({ task: taskOf(`t${i}`), reply: `reply ${i}` }));
      const settings = { concurrency: 1, patience: usualPatience, minimumCoverage: 0 };
      const ports = { journal, timer: timeless, budget, stopwatch, scorer, isSimulated: true };
      const measure = await measureJudge(replied, { passes: 3, again }, settings, ports);
      expect(measure.looks).toBe(looks);
      return looks;
    };
    expect(await look(0)).toBe(50);
    expect(await look(11)).toBe(58);
    expect(await look(Infinity)).toBe(130);
  });
});
