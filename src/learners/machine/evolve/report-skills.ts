import { skillName } from '#foundation/contracts';
import type { AnyTemplate } from '#foundation/contracts/tasks';
import { hashOf } from '#foundation/kernel';
import { settingOf } from '#tasks/settings';
import { highestLevel, triesOf } from './choose-lessons.ts';
import type { EvolveRun } from './evolve-run.ts';
import { type HeldSkill, type LessonCost, type PracticeState, type SkillTrial, templatesIn } from './practice-state.ts';
import { meanScore } from './episode-regret.ts';
import { buildMain, keyOfSlot, type MainState } from './main-state.ts';
import { faceAt, type MachineSkill } from './machine-skill.ts';
import { scoreActor, type TaskSource } from './task-practice.ts';
import { actorOfSkill, untrainedActor } from './skill-actor.ts';

/** What a run has to show for one template. */
export type SkillReport = {
  readonly template: string;
  readonly domain: string;
  /** The highest level whose skill has the target on held-out tasks, before and after; 0 for none. */
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
  /** What all its lessons spent. */
  readonly spent: LessonCost;
  /** Held-out score of the skill that stayed at each level. */
  readonly levels: readonly { readonly level: number; readonly score: number }[];
  /** Every trial of the gate on this template, in its order. */
  readonly trials: readonly Omit<SkillTrial, 'template'>[];
  /** Why it reached no higher level; absent where no level above was practised in vain. */
  readonly inVain?: InVainReport;
};

/** The lowest level that was practised in vain: how often, and the classes of the last time, those that came nearest first. */
export type InVainReport = {
  readonly level: number;
  readonly tries: number;
  readonly tried: readonly {
    readonly class: string;
    readonly episodes: number;
    readonly effort: number;
    /** From chance (0) to the highest return seen in practice (1); null where it proposed nothing. */
    readonly reached: number | null;
  }[];
};

/** What B_main keeps of the specialists that it was distilled from, on held-out tasks, before it practises itself. */
export type DistilledReport = Pick<SkillReport, 'template' | 'level' | 'specialist'> & { readonly distilled: number };

/** B_main at the levels that it was distilled at, on the same held-out tasks: then, and at the end. */
export type GainReport = DistilledReport & { readonly end: number };

/** Every template on held-out tasks, at the highest level it reached. Scores are those of the installed machines. */
export async function reportSkills(run: EvolveRun, state: PracticeState, main: MainState): Promise<SkillReport[]> {
  const reports: SkillReport[] = [];
  const score = scorerOf(run, main);
  for (const template of templatesIn(state, run.find)) {
    const { target } = run.profile;
    const all: { readonly held: HeldSkill; readonly scores: Scores }[] = [];
    for (const held of skillsAt(state, template.name)) {
      all.push({ held, scores: await score(template, held.skill.level, held.skill) });
    }
    const best = bestOf(all, ({ held, scores }) => ({ level: held.skill.level, score: scores.specialist }), target);
    const level = best?.held.skill.level ?? 1;
    const levelAfter = best !== undefined && best.scores.specialist >= target ? level : 0;
    const { skill, how = null } = best?.held ?? {};
    const found: SkillReport = {
      domain: template.domain,
      levelBefore: 0,
      levelAfter,
      ...(best?.scores ?? (await score(template, level, undefined))),
      class: skill?.class ?? null,
      says: skill?.says ?? null,
      how,
      spent: state.lessonCosts.get(template.name) ?? { episodes: 0, effort: 0 },
      levels: all.map(({ held, scores }) => ({ level: held.skill.level, score: scores.specialist })),
      trials: state.trials
        .filter((trial) => trial.template === template.name)
        .map(({ template: _own, ...rest }) => rest),
      ...inVainOf(run, state, { template: template.name, reached: levelAfter }),
    };
    run.journal.emit(
      'template-reported',
      await run.journal.step('report-template', { template: found.template }, () => found),
    );
    reports.push(found);
  }
  return reports;
}

/** The accepted skills of a template, from the lowest level up. */
function skillsAt({ held }: PracticeState, template: string): HeldSkill[] {
  return [...held.values()]
    .filter(({ skill }) => skill.template === template)
    .sort((a, b) => a.skill.level - b.skill.level);
}

/** The one at the highest level with the target; where none has it, the one with the highest score. */
function bestOf<T>(
  all: readonly T[],
  read: (each: T) => { readonly level: number; readonly score: number },
  target: number,
): T | undefined {
  const good = all.filter((each) => read(each).score >= target);
  if (good.length > 0) return good.reduce((a, b) => (read(b).level > read(a).level ? b : a));
  return all.reduce<T | undefined>((a, b) => (a === undefined || read(b).score > read(a).score ? b : a), undefined);
}

function inVainOf(
  run: EvolveRun,
  state: PracticeState,
  { template, reached: from }: { readonly template: string; readonly reached: number },
): Pick<SkillReport, 'inVain'> {
  for (let level = from + 1; level <= highestLevel(run, state, template); level += 1) {
    const competed = state.competed.get(skillName({ template, level }));
    if (competed === undefined) continue;
    const nearest = [...competed].sort((a, b) => (b.reached ?? -Infinity) - (a.reached ?? -Infinity) || 0);
    const tried = nearest.map(({ class: name, episodes, effort, reached }) => ({
      class: name,
      episodes,
      effort: Math.round(effort),
      reached: reached === null ? null : Math.round(1000 * reached) / 1000,
    }));
    return { inVain: { level, tries: triesOf(state, { template, level }), tried } };
  }
  return {};
}

/** The same after distillation. Where no skill of a template stayed, the untrained machine plays its lowest level. */
export async function reportDistilled(
  run: EvolveRun,
  state: PracticeState,
  main: MainState,
): Promise<DistilledReport[]> {
  const reports: DistilledReport[] = [];
  const score = scorerOf(run, main);
  for (const template of templatesIn(state, run.find)) {
    const skill = shownOf(run, state, template.name)?.skill;
    const level = skill?.level ?? Math.min(run.profile.lowest ?? 1, template.levels.length);
    const { specialist, after } = await score(template, level, skill);
    reports.push({ template: template.name, level, specialist, distilled: after });
  }
  return reports;
}

/** What practice of the main machine itself has gained, at the levels and on the tasks that it was distilled on. */
export async function reportGains(
  run: EvolveRun,
  distilled: readonly DistilledReport[],
  main: MainState,
): Promise<GainReport[]> {
  const score = scorerOf(run, main);
  const reports: GainReport[] = [];
  for (const each of distilled) {
    const { template, level } = each;
    const skill = main.skills.find((own) => own.template === template && own.level === level);
    const { after } = await score(run.find(template), level, skill);
    reports.push({ ...each, end: after });
  }
  return reports;
}

/** The best skill of a template by what was measured when it stayed. */
function shownOf({ profile }: EvolveRun, state: PracticeState, template: string): HeldSkill | undefined {
  const read = ({ skill, score }: HeldSkill): { readonly level: number; readonly score: number } => ({
    level: skill.level,
    score,
  });
  return bestOf(skillsAt(state, template), read, profile.target);
}

type Scores = Pick<SkillReport, 'template' | 'level' | 'before' | 'specialist' | 'after'>;

/** Lets the untrained machine, the specialist and B_main play the same held-out tasks. */
function scorerOf(
  run: EvolveRun,
  main: MainState,
): (template: AnyTemplate, level: number, shown: MachineSkill | undefined) => Promise<Scores> {
  const machine = buildMain(main, 'report', run.find);
  return (template, level, shown) => {
    const inputs = { template: template.name, level, seed: run.seed, tasks: run.profile.reported, main: hashOf(main) };
    return run.journal.step('report-machine-skill', { ...inputs, skill: hashOf(shown ?? null) }, () => {
      const setting = settingOf(template, level);
      const source: TaskSource = { template, setting, seed: `${run.seed}`, split: 'test' };
      const face = faceAt(template, level);
      const scored = (actor: Parameters<typeof scoreActor>[0]): number =>
        meanScore(scoreActor(actor, source, run.profile.reported));
      const before = scored(untrainedActor(face));
      const what = { template: template.name, level };
      if (shown === undefined) return { ...what, before, specialist: before, after: before };
      const isInMain = main.skills.some((skill) => skillName(skill) === skillName(shown));
      const specialist = scored(actorOfSkill(shown, face, run.find));
      const own = keyOfSlot(skillName(shown), run.find, main);
      return { ...what, before, specialist, after: isInMain ? scored(machine.actor(own)) : before };
    });
  };
}
