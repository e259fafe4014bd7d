import type { PairedOutcome } from '#foundation/contracts/certificates';
import type { Checkpoint } from '#foundation/contracts/self-play';
import { nextLevel, openSignTrial } from '#ratchet/gate/trials';
import { tellVerdict, type Tried, tryCandidate } from '#ratchet/trial';
import type { Hash } from '#foundation/kernel';
import { mean } from '#foundation/statistics';
import { greedyAnswers } from './draw-answers.ts';
import { drawQuestions, type Memory } from './draw-questions.ts';
import type { Play } from './play.ts';

/** What a trial compares: the checkpoint in force and the candidate, on kinds of question that can be judged. */
export interface Challenge {
  readonly incumbent: Checkpoint;
  readonly candidate: Checkpoint;
  readonly kept: { readonly incumbent: Hash; readonly candidate: Hash };
  readonly generator: Checkpoint;
  readonly memory: Memory;
  readonly isJudgeable: (kind: string) => boolean;
  /** The number of this trial, from 1, and how many were accepted before. */
  readonly look: number;
  readonly acceptances: number;
  /** Why the judge is not to be trusted now, if so. */
  readonly distrust: string | undefined;
}

/** An answer counts as right when its mean judged score is at least this. */
const PASS_MARK = 0.5;
/** A candidate is given up when the other side of the test reaches this. */
const WORSE_AT = 0.05;
/** The most turns of drawing. A fifth of the questions is held out and some kinds cannot be judged, so one turn seldom finds enough. */
export const TURNS = 12;

/**
 * A trial on held-out questions, which no solver is ever trained on, of kinds that the judge can judge. Both sides answer at temperature 0;
 * every answer is judged in several passes, equal ones once, and counted as right or not. The exact sign test decides, out of one error budget.
 */
export async function tryCheckpoint(play: Play, challenge: Challenge): Promise<Tried & { readonly memory: Memory }> {
  const { gate } = play.settings;
  const { look, acceptances, kept, distrust } = challenge;
  const { questions, memory } = await holdOut(play, challenge);
  const alpha = nextLevel({ alpha: gate.alpha, looks: look - 1, accepted: acceptances, rule: 'discoveries' });
  const step = { name: 'compare-checkpoints', inputs: { look, ...kept, questions } };
  const trial = openSignTrial(kept.candidate, { alpha, worseAt: WORSE_AT });
  const tried = await tryCandidate(play.ports.journal, {
    sides: kept,
    trial,
    veto: distrust,
    evidence: () => ({ kind: 'paired', steps: [step] }),
    async play() {
      const measured = await comparePair(play, challenge, questions);
      // The outcomes under one recorded step, which the certificate names and the audit reads again.
      const { outcomes } = await play.ports.journal.step(step.name, step.inputs, () => measured);
      return outcomes.map((outcome) => ({ ...outcome, repeat: 0 }));
    },
  });
  const { verdict, evidence, incumbentScore, candidateScore } = tried;
  const { pValue, spent, pairs } = evidence;
  tellVerdict(play, tried, {
    look,
    questions: pairs,
    ...trial.signs,
    pValue,
    alpha,
    spent,
    incumbentScore,
    candidateScore,
    score: verdict === 'accept' ? candidateScore : incumbentScore,
    candidate: kept.candidate,
    ...(distrust === undefined ? {} : { distrust }),
  });
  return { ...tried, memory };
}

/** Held-out questions of judgeable kinds, each once, drawn in at most `TURNS` turns. */
async function holdOut(
  play: Play,
  challenge: Challenge,
): Promise<{ readonly questions: string[]; readonly memory: Memory }> {
  const { gate } = play.settings;
  const { generator, isJudgeable, look } = challenge;
  let { memory } = challenge;
  const found = new Set<string>();
  for (let turn = 0; turn < TURNS && found.size < gate.questions; turn += 1) {
    const held = await drawQuestions(play, generator, memory, {
      stream: `held-out/${look}/${turn}`,
      count: gate.questions,
      side: 'held-out',
    });
    memory = held.memory;
    for (const { question, kind, fault } of held.drawn) {
      if (fault === undefined && isJudgeable(kind) && found.size < gate.questions) found.add(question);
    }
  }
  return { questions: [...found], memory };
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
