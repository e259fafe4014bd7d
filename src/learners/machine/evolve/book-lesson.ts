import { skillName } from '#foundation/contracts';
import { keepContent } from '#ratchet/certify';
import { openFlipTrial, type SignTrial } from '#ratchet/gate/trials';
import { concludeTrial, tellVerdict, type Tried } from '#ratchet/trial';
import { hashOf } from '#foundation/kernel';
import { observeDomains } from '#schedule/domains';
import { observeLesson } from '#schedule/lessons';
import type { ChosenLesson } from './choose-lessons.ts';
import { type Compared, type CompareInputs, compareStep } from './compare-skills.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { type EvolveState, heldAt, type SkillTrial } from './evolve-state.ts';
import { gateLevel } from './gate-level.ts';
import type { LessonResult } from './lesson.ts';

/** How a proposal did beside what is in force at its level. */
export interface Trial {
  readonly proposal: LessonResult['candidates'][number];
  readonly asked: CompareInputs;
  readonly compared: Compared;
}

/** A lesson, and what became of all that it proposed. */
export interface GivenLesson {
  readonly lesson: ChosenLesson;
  readonly result: LessonResult;
  readonly trials: readonly Trial[];
  /** All that was played for it, comparisons that showed no difference among it. */
  readonly episodes: number;
}

/** Decides what came of a lesson, writes it down, and tells the schedulers. */
export function bookLesson(run: EvolveRun, state: EvolveState, given: GivenLesson): EvolveState {
  const { lesson, result, trials, episodes: played } = given;
  if (trials.length === 0) reportMeasured(run, lesson, result);
  const name = skillName(lesson);
  const measured = bookMeasured(state, name, result.before.score, run.profile.target);
  const tried = trials.reduce((now, trial) => bookTrial(run, now, { lesson, result, trial }), measured);
  const held = tried.held.get(name);
  const isNew = held !== undefined && held !== measured.held.get(name);
  const own = isNew ? trials.find(({ asked }) => skillName(asked.candidate) === name) : undefined;
  const score = Math.min(1, Math.max(0, own?.compared.score ?? result.before.score));
  const vain = new Map(state.vain);
  if (held === undefined || held.score < run.profile.target) vain.set(name, (vain.get(name) ?? 0) + 1);
  const { template, level, domain, mode } = lesson;
  const seen = own?.compared.seen ?? result.before.seen;
  return {
    ...tried,
    vain,
    competed: result.contenders.length === 0 ? state.competed : new Map([...state.competed, [name, result.contenders]]),
    lessons: state.lessons + 1,
    episodes: state.episodes + played,
    effort: state.effort + result.contenders.reduce((sum, { effort }) => sum + effort, 0),
    spent: addSpent(state.spent, mode, domain, played),
    library: observeLesson(state.library, { template, level, context: '', episodes: seen }, run.knobs),
    board: observeDomains(state.board, [{ domain, score }], run.knobs),
  };
}

/** A skill in force that is measured at the target on fresh tasks is good enough, whatever its trial said. */
function bookMeasured(state: EvolveState, name: string, score: number, target: number): EvolveState {
  const held = state.held.get(name);
  if (held === undefined || held.score >= target || score < target) return state;
  return { ...state, held: new Map([...state.held, [name, { ...held, score }]]) };
}

interface Tested {
  readonly lesson: ChosenLesson;
  readonly result: LessonResult;
  readonly trial: Trial;
}

/** What the gate says of one proposal; what it accepts is in force from now on. */
function bookTrial(run: EvolveRun, state: EvolveState, { lesson, result, trial }: Tested): EvolveState {
  const { asked, compared, proposal } = trial;
  const judged = judge(run, state, trial);
  const isAccepted = judged.verdict === 'accept';
  const { template, level } = asked.candidate;
  const before = level === lesson.level ? result.before.score : compared.incumbentScore;
  report(run, { lesson: { ...lesson, level }, result, trial }, { judged, before });
  const name = skillName(asked.candidate);
  const looked = {
    ...state,
    looks: new Map([...state.looks, [name, (state.looks.get(name) ?? 0) + 1]]),
    trials: [...state.trials, trialOf(trial, judged)],
  };
  if (!isAccepted) return looked;
  const held = new Map(state.held);
  held.delete(name);
  held.set(name, {
    skill: asked.candidate,
    score: compared.score,
    how: proposal.how,
    before: heldAt(state, template, level)?.before ?? before,
    domain: lesson.domain,
  });
  return { ...looked, held, accepted: state.accepted + (isWithout(run, 'verification') ? 0 : 1) };
}

function trialOf({ asked, compared }: Trial, { verdict, wins, losses, evidence }: Judged): SkillTrial {
  const { template, level, class: name } = asked.candidate;
  const { pValue, alpha, pairs } = evidence;
  return { template, level, class: name, verdict, tasks: pairs, wins, losses, pValue, alpha, score: compared.score };
}

/** Episodes by mode and domain, as they were spent. @source seed 000 §8 */
export function addSpent(
  spent: EvolveState['spent'],
  mode: string,
  domain: string,
  episodes: number,
): EvolveState['spent'] {
  const own = spent[mode] ?? {};
  return { ...spent, [mode]: { ...own, [domain]: (own[domain] ?? 0) + episodes } };
}

/**
 * The paired test on fresh tasks, with this look's share of the run's error budget. Scores are cut to [0, 1] for it; what is behind as they
 * are does not stay. Without verification everything stays, and nothing is
 * certified.
 */
function judge(run: EvolveRun, state: EvolveState, { asked, compared }: Trial): Judged {
  const { journal, config } = run;
  const isForced = isWithout(run, 'verification');
  const trial = openFlipTrial(hashOf(asked.candidate), gateLevel(config.alpha, state, asked.candidate));
  trial.report(compared.outcomes.map((outcome) => ({ ...outcome, repeat: 0 })));
  const tried = concludeTrial(journal, {
    sides: { incumbent: hashOf(asked.incumbent), candidate: hashOf(asked.candidate) },
    trial,
    certifies: !isForced,
    veto: compared.score < compared.incumbentScore ? 'its mean score is lower' : undefined,
    evidence() {
      // What a certificate names by hash is kept.
      for (const side of [asked.incumbent, asked.candidate]) keepContent(journal, side);
      return { kind: 'paired', steps: [compareStep(asked)] };
    },
  });
  return { ...tried, ...(isForced ? { verdict: 'accept' } : {}), ...trial.signs };
}

type Judged = Tried & SignTrial['signs'];

function factsOf({ template, level, domain, mode }: ChosenLesson, before: number, { episodes }: LessonResult): Facts {
  return { template, level, domain, mode, before, episodes };
}

type Facts = Pick<ChosenLesson, 'template' | 'level' | 'domain' | 'mode'> &
  Pick<LessonResult, 'episodes'> & {
    readonly before: number;
  };

function reportMeasured({ journal }: EvolveRun, lesson: ChosenLesson, result: LessonResult): void {
  journal.emit('lesson-measured', { ...factsOf(lesson, result.before.score, result), contenders: result.contenders });
}

function report(
  run: EvolveRun,
  { lesson, result, trial }: Tested,
  { judged, before }: { readonly judged: Judged; readonly before: number },
): void {
  const { skill, how, gates, thinkSteps } = trial.proposal;
  const { wins, losses, verdict, evidence } = judged;
  const { alpha, spent, pValue } = evidence;
  const { score } = trial.compared;
  const facts = factsOf(lesson, before, result);
  const found = { ...facts, class: skill.class, says: skill.says, how, score, gates, thinkSteps, wins, losses, pValue };
  const all = { ...found, alpha, spent, contenders: result.contenders };
  tellVerdict(run.journal, judged, verdict === 'accept' ? { ...all, candidate: hashOf(skill) } : all, 'forced');
}
