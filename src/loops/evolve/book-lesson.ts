import { certificateOf, type Json } from '#contracts';
import { type GateDecision, SIGN_TEST, signGate, spendAlpha } from '#gate';
import { canonicalText, type Hash, hashOf } from '#kernel';
import { observeDomains, observeLesson } from '#schedule';
import type { ChosenLesson } from './choose-lessons.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { type EvolveState, heldAt } from './evolve-state.ts';
import type { LessonResult } from './lesson.ts';
import { skillName } from './skill.ts';

type Candidate = NonNullable<LessonResult['candidate']>;

/** Decides what came of a lesson, writes it down, and tells the schedulers. */
export function bookLesson(
  run: EvolveRun,
  state: EvolveState,
  lesson: ChosenLesson,
  result: LessonResult,
): EvolveState {
  const { candidate, before } = result;
  const judged = candidate === null ? undefined : judge(run, state, candidate);
  const isAccepted = judged?.decision.verdict === 'accept';
  const held = new Map(state.held);
  const name = skillName(lesson);
  if (candidate !== null && isAccepted) {
    const { skill, score, how } = candidate;
    held.delete(name);
    const template = run.templates.find((each) => each.name === lesson.template)!;
    held.set(name, {
      skill,
      score,
      how,
      before: heldAt(state, lesson.template, lesson.level)?.before ?? before.score,
      domain: template.domain,
    });
  }
  report(run, state, { lesson, result, judged });
  const seen = isAccepted ? candidate!.seen : before.seen;
  const score = Math.min(1, Math.max(0, isAccepted ? candidate!.score : before.score));
  const vain = new Map(state.vain);
  if (score < run.profile.target) vain.set(name, (vain.get(name) ?? 0) + 1);
  const { template, level, domain } = lesson;
  return {
    ...state,
    held,
    vain,
    looks: state.looks + (judged === undefined ? 0 : 1),
    lessons: state.lessons + 1,
    episodes: state.episodes + result.episodes,
    library: observeLesson(state.library, { template, level, context: '', episodes: seen }, run.knobs),
    board: observeDomains(state.board, [{ domain, score }], run.knobs),
  };
}

interface Judged {
  readonly decision: GateDecision;
  readonly alpha: number;
}

/** The paired test on fresh tasks, with this look's share of the run's error budget. */
function judge(run: EvolveRun, state: EvolveState, { outcomes }: Candidate): Judged {
  const alpha = spendAlpha(run.config.alpha, state.looks + 1);
  const decision = signGate(outcomes, alpha);
  return isWithout(run, 'verification') ? { alpha, decision: { ...decision, verdict: 'accept' } } : { alpha, decision };
}

function certify({ journal }: EvolveRun, state: EvolveState, candidate: Candidate, { decision, alpha }: Judged): Hash {
  const { skill, outcomes } = candidate;
  const keep = (value: Json): Hash => journal.putBlob(new TextEncoder().encode(canonicalText(value)));
  const incumbent = keep(heldAt(state, skill.template, skill.level)?.skill ?? null);
  const proposed = keep(skill);
  return journal.certify(
    certificateOf({
      kind: 'statistical',
      incumbent,
      candidate: proposed,
      test: SIGN_TEST,
      alpha,
      spent: alpha,
      outcomes: [...outcomes],
      pValue: decision.pValue,
      evidence: { kind: 'paired', steps: [{ name: 'lesson', inputs: { incumbent, candidate: proposed } }] },
    }),
  );
}

/** A lesson, what came of it, and what the gate said. */
interface Given {
  readonly lesson: ChosenLesson;
  readonly result: LessonResult;
  readonly judged: Judged | undefined;
}

function report(run: EvolveRun, state: EvolveState, { lesson, result, judged }: Given): void {
  const { journal, config } = run;
  const { before, candidate, contenders, episodes } = result;
  const { template, level, domain, mode } = lesson;
  const facts = { template, level, domain, mode, before: before.score, episodes };
  if (candidate === null || judged === undefined) {
    journal.emit('lesson-measured', { ...facts, contenders });
    return;
  }
  const { skill, how, score, gates, thinkSteps } = candidate;
  const { verdict, wins, losses, pValue } = judged.decision;
  const found = { ...facts, class: skill.class, says: skill.says, how, score, gates, thinkSteps, wins, losses, pValue };
  const all = { ...found, alpha: judged.alpha, contenders };
  if (verdict !== 'accept') {
    journal.emit(verdict === 'reject' ? 'skill-rejected' : 'skill-undecided', all);
    return;
  }
  if (config.without.includes('verification')) {
    journal.emit('skill-taken', all);
    return;
  }
  const certificate = certify(run, state, candidate, judged);
  journal.emit('candidate-accepted', { ...all, spent: judged.alpha, candidate: hashOf(skill), certificate });
}
