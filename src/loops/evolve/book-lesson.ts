import type { Json } from '#contracts';
import { certificateOf } from '#contracts/certificates';
import { type GateDecision, SIGN_TEST, signGate, spendAlpha } from '#gate/trials';
import { canonicalText, type Hash, hashOf } from '#kernel';
import { observeDomains } from '#schedule/domains';
import { observeLesson } from '#schedule/lessons';
import type { ChosenLesson } from './choose-lessons.ts';
import { type Compared, type CompareInputs, compareStep } from './compare-skills.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { type EvolveState, heldAt } from './evolve-state.ts';
import type { LessonResult } from './lesson.ts';
import { skillName } from './skill.ts';

/** A lesson, what it proposed, and how the proposal did beside what is in force. */
export interface GivenLesson {
  readonly lesson: ChosenLesson;
  readonly result: LessonResult;
  readonly trial?: { readonly asked: CompareInputs; readonly compared: Compared };
}

/** Decides what came of a lesson, writes it down, and tells the schedulers. */
export function bookLesson(run: EvolveRun, state: EvolveState, given: GivenLesson): EvolveState {
  const { lesson, result, trial } = given;
  const { before } = result;
  const judged = trial === undefined ? undefined : judge(run, state, trial.compared);
  const isAccepted = judged?.decision.verdict === 'accept';
  const held = new Map(state.held);
  const name = skillName(lesson);
  if (trial !== undefined && isAccepted) {
    held.delete(name);
    held.set(name, {
      skill: trial.asked.candidate,
      score: trial.compared.score,
      how: result.candidate!.how,
      before: heldAt(state, lesson.template, lesson.level)?.before ?? before.score,
      domain: lesson.domain,
    });
  }
  report(run, given, judged);
  const seen = isAccepted ? trial!.compared.seen : before.seen;
  const score = Math.min(1, Math.max(0, isAccepted ? trial!.compared.score : before.score));
  const vain = new Map(state.vain);
  if (score < run.profile.target) vain.set(name, (vain.get(name) ?? 0) + 1);
  const { template, level, domain, mode } = lesson;
  const played = result.episodes + 2 * (trial?.compared.outcomes.length ?? 0);
  return {
    ...state,
    held,
    vain,
    looks: state.looks + (judged === undefined ? 0 : 1),
    accepted: state.accepted + (isAccepted && !isWithout(run, 'verification') ? 1 : 0),
    lessons: state.lessons + 1,
    episodes: state.episodes + played,
    spent: addSpent(state.spent, mode, domain, played),
    library: observeLesson(state.library, { template, level, context: '', episodes: seen }, run.knobs),
    board: observeDomains(state.board, [{ domain, score }], run.knobs),
  };
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

interface Judged {
  readonly decision: GateDecision;
  readonly alpha: number;
}

/** The paired test on fresh tasks, with this look's share of the run's error budget. */
function judge(run: EvolveRun, state: EvolveState, { outcomes }: Compared): Judged {
  const alpha = spendAlpha(run.config.alpha, state.looks + 1);
  const decision = signGate(outcomes, alpha);
  return isWithout(run, 'verification') ? { alpha, decision: { ...decision, verdict: 'accept' } } : { alpha, decision };
}

function certify({ journal }: EvolveRun, trial: NonNullable<GivenLesson['trial']>, judged: Judged): Hash {
  const { asked, compared } = trial;
  const keep = (value: Json): Hash => journal.putBlob(new TextEncoder().encode(canonicalText(value)));
  return journal.certify(
    certificateOf({
      kind: 'statistical',
      incumbent: keep(asked.incumbent),
      candidate: keep(asked.candidate),
      test: SIGN_TEST,
      alpha: judged.alpha,
      spent: judged.alpha,
      outcomes: [...compared.outcomes],
      pValue: judged.decision.pValue,
      evidence: { kind: 'paired', steps: [compareStep(asked)] },
    }),
  );
}

function report(run: EvolveRun, { lesson, result, trial }: GivenLesson, judged: Judged | undefined): void {
  const { journal } = run;
  const { before, candidate, contenders, episodes } = result;
  const { template, level, domain, mode } = lesson;
  const facts = { template, level, domain, mode, before: before.score, episodes };
  if (candidate === null || judged === undefined || trial === undefined) {
    journal.emit('lesson-measured', { ...facts, contenders });
    return;
  }
  const { skill, how, gates, thinkSteps } = candidate;
  const { verdict, wins, losses, pValue } = judged.decision;
  const { score } = trial.compared;
  const found = { ...facts, class: skill.class, says: skill.says, how, score, gates, thinkSteps, wins, losses, pValue };
  const all = { ...found, alpha: judged.alpha, spent: judged.alpha, contenders };
  if (verdict !== 'accept') {
    journal.emit(verdict === 'reject' ? 'candidate-rejected' : 'candidate-undecided', all);
    return;
  }
  if (isWithout(run, 'verification')) {
    journal.emit('candidate-forced', { ...all, candidate: hashOf(skill) });
    return;
  }
  journal.emit('candidate-accepted', { ...all, candidate: hashOf(skill), certificate: certify(run, trial, judged) });
}
