import { skillName } from '#foundation/contracts';
import { shareSpent } from '#ratchet/budget';
import type { ClassName } from '#learners/machine/hypotheses';
import {
  type ChosenLesson,
  chooseLessons,
  highestLevel,
  isToTheLast,
  mostTries,
  openTemplates,
  triesOf,
} from './choose-lessons.ts';
import { compareKind, type CompareInputs, compareStep, tasksToCompare } from './compare-skills.ts';
import type { Work } from './evolve-change.ts';
import { type EvolveRun, isWithout, stops } from './evolve-run.ts';
import type { EvolveState } from './evolve-state.ts';
import { judgeLesson } from './judge-lesson.ts';
import type { GivenLesson, Trial } from './judged-lesson.ts';
import { effortOf, heldAt, type PracticeState, skillsOf } from './practice-state.ts';
import { lessonKind, type LessonInputs } from './lesson.ts';
import { isSameSkill } from './machine-skill.ts';

/**
 * A batch of phase 1: specialists practise, each until its domain reaches its early target, and all until what the profile gives them is spent.
 * What is spent is counted, so that a run does the same work everywhere.
 *
 * @source spec/pipeline §3.2
 */
export async function* specialise(run: EvolveRun, state: EvolveState, batch: number): Work {
  const { practice } = state;
  const share = spentShare(run, practice) / (isToTheLast(run) ? 1 : EARLY_SHARE);
  const open = openTemplates(run, practice, 'early');
  if (share >= 1 || open.size === 0 || (await stops(run, `specialise ${batch}`))) {
    yield { kind: 'stopped' };
    return;
  }
  run.progress(Math.floor(100 * share), 100, `specialists; machine skills kept: ${practice.held.size}`);
  yield* giveLessons(run, state, chooseLessons({ ...run, knobs: state.knobs }, practice, open, `specialise/${batch}`));
}

/** Specialists have this share of what lessons may spend; lessons that the main machine re-opens have the rest. */
const EARLY_SHARE = 0.6;

/** The part of the lessons' budget that is spent. */
export function spentShare({ profile: { ceiling } }: EvolveRun, practice: PracticeState): number {
  return shareSpent({ episodes: practice.episodes, effort: effortOf(practice) }, ceiling);
}

/** Gives lessons at once, and has them judged in their order. */
export async function* giveLessons(
  run: EvolveRun,
  first: EvolveState,
  lessons: readonly ChosenLesson[],
): Work<EvolveState> {
  let { practice } = first;
  const given = await Promise.all(
    lessons.map((lesson, i) => giveLesson(run, first, lesson, first.practice.lessons + i)),
  );
  for (const each of given) {
    ({ practice } = yield { kind: 'lesson-judged', judged: await judgeLesson(run, practice, each) });
  }
  return yield { kind: 'lessons-ended' };
}

/** Classes that weigh single words and symbols: what is left without structure. */
const FLAT: readonly ClassName[] = ['linear values', 'symbol prediction'];

async function giveLesson(
  run: EvolveRun,
  { practice: state, failed }: EvolveState,
  lesson: ChosenLesson,
  number: number,
): Promise<GivenLesson> {
  const { profile, seed, dispatcher, journal, find, config } = run;
  const { template, level } = lesson;
  const tries = Math.min(mostTries(run, state) - 1, triesOf(state, lesson));
  const incumbent = heldAt(state, template, level)?.skill ?? null;
  const inputs: LessonInputs = {
    template,
    level,
    path: `${seed}-${number}`,
    incumbent,
    skills: isWithout(run, 'reuse') ? [] : skillsOf(state),
    hasLibrary: !isWithout(run, 'library'),
    failed: [...(failed[skillName(lesson)] ?? [])],
    target: profile.target,
    budget: { episodes: profile.budget.episodes * 2 ** tries, effort: profile.budget.effort * 2 ** tries },
    measured: profile.measured,
    climb: jumpsTo(run, state, template),
    only: isWithout(run, 'structure') ? [...FLAT] : [],
    ...(config.search && { search: config.search }),
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
function jumpsTo(run: EvolveRun, state: PracticeState, template: string): number {
  if (isWithout(run, 'levels') || isWithout(run, 'reuse') || run.config.schedule === 'seed') return 0;
  return highestLevel(run, state, template);
}
