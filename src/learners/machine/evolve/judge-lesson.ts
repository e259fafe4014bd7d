import { keepContent } from '#ratchet/certify';
import { openFlipTrial } from '#ratchet/gate/trials';
import { tellVerdict, tryCandidate } from '#ratchet/trial';
import { hashOf } from '#foundation/kernel';
import { bookTrial } from './book-lesson.ts';
import type { ChosenLesson } from './choose-lessons.ts';
import { compareStep } from './compare-skills.ts';
import { type EvolveRun, isWithout } from './evolve-run.ts';
import { gateLevel } from './gate-level.ts';
import type { GivenLesson, Judged, JudgedLesson, JudgedTrial, Trial } from './judged-lesson.ts';
import type { LessonResult } from './lesson.ts';
import type { PracticeState } from './practice-state.ts';

/** Has the gate judge what a lesson proposed, one after the other, and writes the verdicts down. */
export async function judgeLesson(run: EvolveRun, first: PracticeState, given: GivenLesson): Promise<JudgedLesson> {
  const { lesson, result } = given;
  if (given.trials.length === 0) {
    const facts = factsOf(lesson, result.before.score, result);
    run.journal.emit('lesson-measured', { ...facts, contenders: result.contenders });
  }
  const trials: JudgedTrial[] = [];
  let state = first;
  for (const trial of given.trials) {
    const { level } = trial.asked.candidate;
    const before = level === lesson.level ? result.before.score : trial.compared.incumbentScore;
    const judged: JudgedTrial = { ...trial, judged: await judge(run, state, trial), before };
    report(run, given, judged);
    trials.push(judged);
    // The level of the next trial depends on what came of this one.
    state = bookTrial(run, state, lesson, judged);
  }
  return { ...given, trials };
}

/**
 * The paired test on fresh tasks, with this look's share of the run's error budget. Scores are cut to [0, 1] for the test; a skill whose uncut
 * scores are lower does not stay. Without verification everything stays, and nothing is
 * certified.
 */
async function judge(run: EvolveRun, state: PracticeState, { asked, compared }: Trial): Promise<Judged> {
  const { journal, config } = run;
  const isForced = isWithout(run, 'verification');
  const trial = openFlipTrial(hashOf(asked.candidate), gateLevel(config.alpha, state, asked.candidate));
  const tried = await tryCandidate(journal, {
    sides: { incumbent: hashOf(asked.incumbent), candidate: hashOf(asked.candidate) },
    trial,
    certifies: !isForced,
    veto: compared.score < compared.incumbentScore ? 'its mean score is lower' : undefined,
    // Played with the other lessons of the batch, at once.
    play: async () => compared.outcomes.map((outcome) => ({ ...outcome, repeat: 0 })),
    evidence() {
      // What a certificate names by hash is kept.
      for (const side of [asked.incumbent, asked.candidate]) keepContent(journal, side);
      return { kind: 'paired', steps: [compareStep(asked)] };
    },
  });
  return { ...tried, ...(isForced ? { verdict: 'accept' } : {}), ...trial.signs };
}

function factsOf({ template, level, domain, mode }: ChosenLesson, before: number, { episodes }: LessonResult) {
  return { template, level, domain, mode, before, episodes };
}

function report(
  run: EvolveRun,
  { lesson, result }: GivenLesson,
  { proposal, compared, judged, before }: JudgedTrial,
): void {
  const { skill, how, gates, thinkSteps } = proposal;
  const { wins, losses, verdict, evidence } = judged;
  const { alpha, spent, pValue } = evidence;
  const facts = factsOf({ ...lesson, level: skill.level }, before, result);
  const found = { class: skill.class, says: skill.says, how, score: compared.score, gates, thinkSteps };
  const all = { ...facts, ...found, wins, losses, pValue, alpha, spent, contenders: result.contenders };
  tellVerdict(run.journal, judged, verdict === 'accept' ? { ...all, candidate: hashOf(skill) } : all, 'forced');
}
