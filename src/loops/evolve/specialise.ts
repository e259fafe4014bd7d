import { type ChosenLesson, chooseLessons, openTemplates } from './choose-lessons.ts';
import { bookLesson } from './book-lesson.ts';
import { type EvolveRun, isWithout, stops } from './evolve-run.ts';
import { type EvolveState, heldAt, skillsOf } from './evolve-state.ts';
import { lessonKind, type LessonInputs, type LessonResult } from './lesson.ts';
import { skillName } from './skill.ts';

/** Phase 1: specialists practise, each until its domain reaches its early target. @source seed 000 §3.2 */
export async function specialise(run: EvolveRun, first: EvolveState): Promise<EvolveState> {
  const { profile, progress } = run;
  let state = first;
  for (let batch = 1; batch <= profile.specialise; batch += 1) {
    const open = openTemplates(run, state);
    if (open.size === 0 || (await stops(run, `specialise ${batch}`))) break;
    progress(batch - 1, profile.specialise, `specialists: ${state.held.size} skills`);
    state = await giveLessons(run, state, chooseLessons(run, state, open, `specialise/${batch}`));
  }
  return state;
}

/** Gives lessons at once, and books them in their order. */
async function giveLessons(run: EvolveRun, first: EvolveState, lessons: readonly ChosenLesson[]): Promise<EvolveState> {
  const results = await Promise.all(lessons.map((lesson, i) => giveLesson(run, first, lesson, first.lessons + i)));
  let state = first;
  for (const [i, lesson] of lessons.entries()) state = bookLesson(run, state, lesson, results[i]!);
  return state;
}

/** Classes that look at words one by one: what is left without structure. */
const FLAT: readonly string[] = ['linear values', 'table'];

function giveLesson(
  run: EvolveRun,
  state: EvolveState,
  { template, level }: ChosenLesson,
  number: number,
): Promise<LessonResult> {
  const { profile, seed, dispatcher, journal } = run;
  const tries = state.vain.get(skillName({ template, level })) ?? 0;
  const inputs: LessonInputs = {
    template,
    level,
    path: `${seed}-${number}`,
    incumbent: heldAt(state, template, level)?.skill ?? null,
    skills: isWithout(run, 'reuse') ? [] : skillsOf(state),
    target: profile.target,
    budget: { episodes: profile.budget.episodes * 2 ** tries, effort: profile.budget.effort * 2 ** tries },
    measured: profile.measured,
    compared: profile.compared,
    only: isWithout(run, 'structure') ? [...FLAT] : [],
  };
  return journal.step('lesson', inputs, () => dispatcher.run(lessonKind, inputs));
}
