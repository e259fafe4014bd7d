import type { ClassName } from '#learners/machine/hypotheses';
import { type ChosenLesson, chooseLessons, highestLevel, mostTries, openTemplates, triesOf } from './choose-lessons.ts';
import { bookLesson, type GivenLesson, type Trial } from './book-lesson.ts';
import { compareKind, type CompareInputs, compareStep, tasksToCompare } from './compare-skills.ts';
import { type EvolveRun, isWithout, stops } from './evolve-run.ts';
import { type EvolveState, heldAt, levelReached, skillsOf } from './evolve-state.ts';
import { lessonKind, type LessonInputs } from './lesson.ts';
import { isSameSkill } from './machine-skill.ts';

/**
 * Phase 1: specialists practise, each until its domain reaches its early target, and all until what the profile gives them is spent. What is
 * spent is counted, so that a run does the same work everywhere.
 *
 * @source seed 000 §3.2
 */
export async function specialise(run: EvolveRun, first: EvolveState): Promise<EvolveState> {
  const { progress } = run;
  let state = first;
  for (let batch = 1; spentShare(run, state) < 1; batch += 1) {
    const open = openTemplates(run, state);
    if (open.size === 0 || (await stops(run, `specialise ${batch}`))) break;
    progress(Math.floor(100 * spentShare(run, state)), 100, `specialists; skills kept: ${state.held.size}`);
    state = await giveLessons(run, state, chooseLessons(run, state, open, `specialise/${batch}`));
  }
  return state;
}

/** How much of what phase 1 may spend is spent. */
function spentShare({ profile: { ceiling } }: EvolveRun, { episodes, effort }: EvolveState): number {
  return Math.max(episodes / ceiling.episodes, effort / ceiling.effort);
}

/** Gives lessons at once, and books them in their order. */
export async function giveLessons(
  run: EvolveRun,
  first: EvolveState,
  lessons: readonly ChosenLesson[],
): Promise<EvolveState> {
  const given = await Promise.all(lessons.map((lesson, i) => giveLesson(run, first, lesson, first.lessons + i)));
  const booked = given.reduce((state, each) => bookLesson(run, state, each), first);
  const { entries } = booked.library;
  const levels = entries.reduce((sum, { template }) => sum + levelReached(booked, template, run.profile.target), 0);
  return { ...booked, climb: [...booked.climb, { episodes: booked.episodes, levels }] };
}

/** Classes that weigh single words and symbols: what is left without structure. */
const FLAT: readonly ClassName[] = ['linear values', 'symbol prediction'];

async function giveLesson(
  run: EvolveRun,
  state: EvolveState,
  lesson: ChosenLesson,
  number: number,
): Promise<GivenLesson> {
  const { profile, seed, dispatcher, journal, find } = run;
  const { template, level } = lesson;
  const tries = Math.min(mostTries(run, state) - 1, triesOf(state, lesson));
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
    climb: jumpsTo(run, state, template),
    only: isWithout(run, 'structure') ? [...FLAT] : [],
  };
  const result = await journal.step('lesson', inputs, () => dispatcher.run(lessonKind(find), inputs));
  const trials: Trial[] = [];
  let compared = 0;
  for (const proposal of result.candidates) {
    const { skill: candidate } = proposal;
    const held = heldAt(state, template, candidate.level);
    if (held !== undefined && isSameSkill(held.skill, candidate)) continue;
    const asked: CompareInputs = {
      path: `${seed}-${number}g`,
      incumbent: held?.skill ?? null,
      candidate,
      tasks: tasksToCompare(profile.compared, held?.score),
    };
    const { name, inputs: pair } = compareStep(asked);
    const found = await journal.step(name, pair, () => dispatcher.run(compareKind(find), asked));
    compared += 2 * found.outcomes.length;
    // Sign flips are a test given the sizes of the differences: where all are 0 nothing was looked at.
    const differs = found.outcomes.some(({ incumbent: ours, candidate: theirs }) => ours !== theirs);
    if (differs) trials.push({ proposal, asked, compared: found });
  }
  return { lesson, result, trials, episodes: result.episodes + compared };
}

/** Levels are jumped by the schedule alone; what is learnt without reuse is not carried anywhere. */
function jumpsTo(run: EvolveRun, state: EvolveState, template: string): number {
  if (isWithout(run, 'schedule') || isWithout(run, 'reuse') || run.config.schedule === 'seed') return 0;
  return highestLevel(run, state, template);
}
