import { hashOf } from '#kernel';
import { settingOf } from '#tasks/settings';
import type { EvolveRun } from './evolve-run.ts';
import { type EvolveState, levelReached } from './evolve-state.ts';
import { meanScore } from './seen.ts';
import { buildMain, keyOfSlot, type MainState } from './main-state.ts';
import { faceAt, skillName } from './skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill, untrainedActor } from './untrained.ts';

/** What a run has to show for one template. */
export type SkillReport = {
  readonly template: string;
  readonly domain: string;
  /** The highest level at the target before and after; 0 for none. */
  readonly levelBefore: number;
  readonly levelAfter: number;
  /** At the level shown, on held-out tasks: a machine that has learnt nothing, the specialist, and B_main. */
  readonly level: number;
  readonly before: number;
  readonly specialist: number;
  readonly after: number;
  readonly class: string | null;
  readonly says: string | null;
  readonly how: 'carried' | 'practised' | null;
};

/** Every template on held-out tasks, at the highest level it reached. Scores are those of the installed machines. */
export async function reportSkills(run: EvolveRun, state: EvolveState, main: MainState): Promise<SkillReport[]> {
  const reports: SkillReport[] = [];
  const machine = buildMain(main, 'report');
  for (const template of run.templates) {
    const own = [...state.held.values()].filter(({ skill }) => skill.template === template.name);
    const reached = levelReached(state, template.name, run.profile.target);
    const shown = own.find(({ skill }) => skill.level === reached) ?? own.at(-1);
    const level = shown?.skill.level ?? 1;
    const inputs = { template: template.name, level, seed: run.seed, tasks: run.profile.reported, main: hashOf(main) };
    const scores = await run.journal.step('report-skill', { ...inputs, skill: hashOf(shown?.skill ?? null) }, () => {
      const setting = settingOf(template, level);
      const source: TaskSource = { template, setting, seed: `${run.seed}`, split: 'test' };
      const face = faceAt(template, level);
      const scored = (actor: Parameters<typeof scoreActor>[0]): number =>
        meanScore(scoreActor(actor, source, run.profile.reported));
      const before = scored(untrainedActor(face));
      if (shown === undefined) return { before, specialist: before, after: before };
      const isInMain = main.skills.some((skill) => skillName(skill) === skillName(shown.skill));
      const specialist = scored(actorOfSkill(shown.skill, face));
      const slot = skillName({ template: template.name, level });
      return { before, specialist, after: isInMain ? scored(machine.actor(keyOfSlot(slot))) : before };
    });
    const found: SkillReport = {
      template: template.name,
      domain: template.domain,
      levelBefore: 0,
      levelAfter: reached,
      level,
      ...scores,
      class: shown?.skill.class ?? null,
      says: shown?.skill.says ?? null,
      how: shown?.how ?? null,
    };
    run.journal.emit('template-reported', found);
    reports.push(found);
  }
  return reports;
}
