import { certificateOf, type PairedOutcome } from '#foundation/contracts/certificates';
import type { Checkpoint } from '#foundation/contracts/self-play';
import { SIGN_TEST, signGate, spendAlpha } from '#ratchet/gate/trials';
import type { Hash } from '#foundation/kernel';
import { mean, signTest } from '#foundation/statistics';
import { greedyAnswers } from './draw-answers.ts';
import { drawQuestions, type Memory } from './draw-questions.ts';
import type { Play } from './play.ts';

/** What a trial compares: who is in force, who asks to be, and which kinds of question can be judged. */
export interface Challenge {
  readonly incumbent: Checkpoint;
  readonly candidate: Checkpoint;
  readonly kept: { readonly incumbent: Hash; readonly candidate: Hash };
  readonly generator: Checkpoint;
  readonly memory: Memory;
  readonly isJudgeable: (kind: string) => boolean;
  /** The how-manieth trial of the run, from 1, and how many were accepted before. */
  readonly look: number;
  readonly acceptances: number;
  /** Why the judge is not to be trusted now, if so. */
  readonly distrust: string | undefined;
}

export type TrialVerdict = 'accepted' | 'rejected' | 'undecided';

export interface Trial {
  readonly verdict: TrialVerdict;
  /** True where the candidate is worse beyond doubt: then it is given up, and not only kept waiting. */
  readonly isWorse: boolean;
  readonly incumbent: number;
  readonly candidate: number;
  readonly questions: number;
}

/** An answer counts as right when its mean judged score is at least this. */
const PASS_MARK = 0.5;
/** A candidate is given up when the other side of the test reaches this. */
const WORSE_AT = 0.05;
/** A fifth of the questions is held out, and some kinds cannot be judged: so many turns find enough. */
const TURNS = 12;

/**
 * A trial on held-out questions, which no solver is ever trained on, of kinds that the judge can judge. Both sides answer at temperature 0;
 * every answer is judged in several passes, equal ones once, and counted as right or not. The exact sign test decides, at a share of one error budget:
 *
 *     alpha_k = alpha · 6 / (π² k²) · (1 + acceptances before)
 *
 * @source `gate/sign-gate.ts`, `gate/spend-alpha.ts`; LOND: Javanmard & Montanari 2018
 */
export async function tryCandidate(play: Play, challenge: Challenge): Promise<Trial> {
  const { gate } = play.settings;
  const { look, acceptances, kept, distrust } = challenge;
  const questions = await holdOut(play, challenge);
  const alpha = Math.min(0.5, spendAlpha(gate.alpha, look) * (1 + acceptances));
  const inputs = { look, ...kept, questions };
  const measured = await comparePair(play, challenge, questions);
  // The outcomes under one recorded step, which the certificate names and the audit reads again.
  const { outcomes } = await play.ports.journal.step('compare-checkpoints', inputs, () => measured);
  const decision = signGate(outcomes, alpha);
  const { wins, losses, pValue } = decision;
  const scores = {
    incumbent: outcomes.length === 0 ? 0 : mean(outcomes.map((outcome) => outcome.incumbent)),
    candidate: outcomes.length === 0 ? 0 : mean(outcomes.map((outcome) => outcome.candidate)),
  };
  const isWorse = signTest(losses, wins, 'greater') <= WORSE_AT;
  const facts = { look, questions: outcomes.length, wins, losses, pValue, alpha, spent: alpha };
  const said = { ...facts, incumbentScore: scores.incumbent, candidateScore: scores.candidate };
  if (decision.verdict === 'accept' && distrust === undefined) {
    const certificate = play.ports.journal.certify(
      certificateOf({
        kind: 'statistical',
        ...kept,
        test: SIGN_TEST,
        alpha,
        spent: alpha,
        outcomes: [...outcomes],
        pValue,
        evidence: { kind: 'paired', steps: [{ name: 'compare-checkpoints', inputs }] },
      }),
    );
    play.emit('candidate-accepted', { ...said, score: scores.candidate, candidate: kept.candidate, certificate });
    return { verdict: 'accepted', isWorse: false, ...scores, questions: outcomes.length };
  }
  const verdict = isWorse ? 'rejected' : 'undecided';
  play.emit(`candidate-${verdict}`, {
    ...said,
    score: scores.incumbent,
    ...(distrust === undefined ? {} : { distrust }),
  });
  return { verdict, isWorse, ...scores, questions: outcomes.length };
}

/** Held-out questions of judgeable kinds, each once, drawn in at most `TURNS` turns. */
async function holdOut(play: Play, challenge: Challenge): Promise<string[]> {
  const { gate } = play.settings;
  const { generator, memory, isJudgeable, look } = challenge;
  const found = new Set<string>();
  for (let turn = 0; turn < TURNS && found.size < gate.questions; turn += 1) {
    const drawn = await drawQuestions(play, generator, memory, {
      stream: `held-out/${look}/${turn}`,
      count: gate.questions,
      side: 'held-out',
    });
    for (const { question, kind, fault } of drawn) {
      if (fault === undefined && isJudgeable(kind) && found.size < gate.questions) found.add(question);
    }
  }
  return [...found];
}

async function comparePair(
  play: Play,
  { incumbent, candidate, look }: Challenge,
  questions: readonly string[],
): Promise<{ outcomes: PairedOutcome[] }> {
  const before = await greedyAnswers(play, questions, incumbent);
  const after = await greedyAnswers(play, questions, candidate);
  const { passes } = play.settings.gate;
  const offset = 1000 * look;
  const asked = questions.flatMap((question, i) => {
    const [old, now] = [before[i], after[i]];
    return old === undefined || now === undefined ? [] : [{ question, answers: [...new Set([now, old])] }];
  });
  const items = asked.flatMap(({ question, answers }) =>
    answers.flatMap((answer) =>
      Array.from({ length: passes }, (_, pass) => ({ question, answer, pass: offset + pass })),
    ),
  );
  const scores = await play.score(items);
  let at = 0;
  const outcomes = asked.flatMap(({ question, answers }): PairedOutcome[] => {
    const rights = answers.map(() => {
      const own = scores.slice(at, at + passes).filter((score) => score !== null);
      at += passes;
      return own.length === 0 ? undefined : mean(own) >= PASS_MARK ? 1 : 0;
    });
    const [now, old = now] = rights;
    const isJudged = now !== undefined && old !== undefined && !rights.includes(undefined);
    return isJudged ? [{ task: question, incumbent: old, candidate: now }] : [];
  });
  return { outcomes };
}
