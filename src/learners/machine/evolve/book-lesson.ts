import { skillName } from '#foundation/contracts';
import { observeDomains } from '#schedule/domains';
import { observeLesson } from '#schedule/lessons';
import type { ChosenLesson } from './choose-lessons.ts';
import { type EvolveTerms, isWithout, type Turned } from './evolve-run.ts';
import type { JudgedLesson, JudgedTrial } from './judged-lesson.ts';
import { heldAt, type LessonCost, levelReached, type PracticeState, type SkillTrial } from './practice-state.ts';

/** The state after a lesson: what stays of it, and what the schedulers hear. */
export function bookLesson(terms: EvolveTerms & Turned, state: PracticeState, judged: JudgedLesson): PracticeState {
  const { lesson, result, trials, episodes: played } = judged;
  const { profile, knobs } = terms;
  const name = skillName(lesson);
  const measured = bookMeasured(state, name, result.before.score, profile.target);
  const tried = trials.reduce((now, trial) => bookTrial(terms, now, lesson, trial), measured);
  const held = tried.held.get(name);
  const isNew = held !== undefined && held !== measured.held.get(name);
  const own = isNew ? trials.find(({ asked }) => skillName(asked.candidate) === name) : undefined;
  const score = Math.min(1, Math.max(0, own?.compared.score ?? result.before.score));
  const vain = new Map(state.vain);
  if (held === undefined || held.score < profile.target) vain.set(name, (vain.get(name) ?? 0) + 1);
  const { template, level, domain, mode } = lesson;
  const seen = own?.compared.seen ?? result.before.seen;
  return {
    ...tried,
    vain,
    competed: result.contenders.length === 0 ? state.competed : new Map([...state.competed, [name, result.contenders]]),
    lessons: state.lessons + 1,
    episodes: state.episodes + played,
    lessonCosts: new Map([...state.lessonCosts, [template, costAfter(state, judged)]]),
    spent: addSpent(state.spent, mode, domain, played),
    library: observeLesson(state.library, { template, level, context: '', episodes: seen }, knobs),
    board: observeDomains(state.board, [{ domain, score }], knobs),
  };
}

/** What the lessons of a template have spent with this one. */
function costAfter(
  { lessonCosts }: PracticeState,
  { lesson, result, episodes }: Pick<JudgedLesson, 'lesson' | 'result' | 'episodes'>,
): LessonCost {
  const before = lessonCosts.get(lesson.template) ?? { episodes: 0, effort: 0 };
  const effort = result.contenders.reduce((sum, each) => sum + each.effort, 0);
  return { episodes: before.episodes + episodes, effort: before.effort + effort };
}

/** How levels climbed, after a batch of lessons. */
export function bookClimb({ profile }: EvolveTerms, state: PracticeState): PracticeState {
  const { entries } = state.library;
  const levels = entries.reduce((sum, { template }) => sum + levelReached(state, template, profile.target), 0);
  return { ...state, climb: [...state.climb, { episodes: state.episodes, levels }] };
}

/** What is in force and measured at the target on fresh tasks is good enough, whatever its trial said. */
function bookMeasured(state: PracticeState, name: string, score: number, target: number): PracticeState {
  const held = state.held.get(name);
  if (held === undefined || held.score >= target || score < target) return state;
  return { ...state, held: new Map([...state.held, [name, { ...held, score }]]) };
}

/** One trial: what the gate accepted is in force from now on. */
export function bookTrial(
  terms: Pick<EvolveTerms, 'config'>,
  state: PracticeState,
  lesson: ChosenLesson,
  trial: JudgedTrial,
): PracticeState {
  const { asked, compared, proposal, judged, before } = trial;
  const { template, level } = asked.candidate;
  const name = skillName(asked.candidate);
  const looked = {
    ...state,
    looks: new Map([...state.looks, [name, (state.looks.get(name) ?? 0) + 1]]),
    trials: [...state.trials, trialOf(trial)],
  };
  if (judged.verdict !== 'accept') return looked;
  const held = new Map(state.held);
  held.delete(name);
  held.set(name, {
    skill: asked.candidate,
    score: compared.score,
    how: proposal.how,
    before: heldAt(state, template, level)?.before ?? before,
    domain: lesson.domain,
  });
  return { ...looked, held, accepted: state.accepted + (isWithout(terms, 'verification') ? 0 : 1) };
}

function trialOf({ asked, compared, judged: { verdict, wins, losses, evidence } }: JudgedTrial): SkillTrial {
  const { template, level, class: name } = asked.candidate;
  const { pValue, alpha, pairs } = evidence;
  return { template, level, class: name, verdict, tasks: pairs, wins, losses, pValue, alpha, score: compared.score };
}

/** Episodes by mode and domain, as they were spent. @source spec/pipeline §8 */
export function addSpent(
  spent: PracticeState['spent'],
  mode: string,
  domain: string,
  episodes: number,
): PracticeState['spent'] {
  const own = spent[mode] ?? {};
  return { ...spent, [mode]: { ...own, [domain]: (own[domain] ?? 0) + episodes } };
}
