import { type ChosenLesson, chooseLessons, openTemplates } from './choose-lessons.ts';
import { bookLesson, type GivenLesson } from './book-lesson.ts';
import { compareKind, type CompareInputs, compareStep } from './compare-skills.ts';
import { type EvolveRun, isWithout, stops } from './evolve-run.ts';
import { type EvolveState, heldAt, levelReached, skillsOf } from './evolve-state.ts';
import { lessonKind, type LessonInputs } from './lesson.ts';
import { skillName } from './skill.ts';

/** Phase 1: specialists practise, each until its domain reaches its early target. @source seed 000 §3.2 */
export async function specialise(run: EvolveRun, first: EvolveState): Promise<EvolveState> {
  const { profile, progress } = run;
  let state = first;
  for (let batch = 1; batch <= profile.specialise; batch += 1) {
    const open = openTemplates(run, state);
    if (open.size === 0 || (await stops(run, `specialise ${batch}`))) break;
    progress(batch - 1, profile.specialise, `specialists; skills kept: ${state.held.size}`);
    state = await giveLessons(run, state, chooseLessons(run, state, open, `specialise/${batch}`));
  }
  return state;
}

/** Gives lessons at once, and books them in their order. */
export async function giveLessons(
  run: EvolveRun,
  first: EvolveState,
  lessons: readonly ChosenLesson[],
): Promise<EvolveState> {
  const given = await Promise.all(lessons.map((lesson, i) => giveLesson(run, first, lesson, first.lessons + i)));
  const booked = given.reduce((state, each) => bookLesson(run, state, each), first);
  const levels = run.templates.reduce((sum, { name }) => sum + levelReached(booked, name, run.profile.target), 0);
  return { ...booked, climb: [...booked.climb, { episodes: booked.episodes, levels }] };
}

/** Classes that look at words one by one: what is left without structure. */
const FLAT: readonly string[] = ['linear values', 'table'];

async function giveLesson(
  run: EvolveRun,
  state: EvolveState,
  lesson: ChosenLesson,
  number: number,
): Promise<GivenLesson> {
  const { profile, seed, dispatcher, journal } = run;
  const { template, level } = lesson;
  const tries = Math.min(profile.patience, state.vain.get(skillName(lesson)) ?? 0);
  const incumbent = heldAt(state, template, level)?.skill ?? null;
  const inputs: LessonInputs = {
    template,
    level,
    path: `${seed}-${number}`,
    incumbent,
    skills: isWithout(run, 'reuse') ? [] : skillsOf(state),
    target: profile.target,
    budget: { episodes: profile.budget.episodes * 2 ** tries, effort: profile.budget.effort * 2 ** tries },
    measured: profile.measured,
    only: isWithout(run, 'structure') ? [...FLAT] : [],
  };
  const result = await journal.step('lesson', inputs, () => dispatcher.run(lessonKind, inputs));
  if (result.candidate === null) return { lesson, result };
  const { skill: candidate } = result.candidate;
  const asked: CompareInputs = { path: `${seed}-${number}g`, incumbent, candidate, tasks: profile.compared };
  const { name, inputs: pair } = compareStep(asked);
  return {
    lesson,
    result,
    trial: { asked, compared: await journal.step(name, pair, () => dispatcher.run(compareKind, asked)) },
  };
}
