import type { PreferencePair } from '#foundation/contracts/self-play';
import { discoveries } from '#learners/model/judge';
import { type Diversity, findTextFault, findWorthFault, measureDiversity } from '#learners/model/judge/guards';
import {
  batchNoise,
  measureReliability,
  noEvidence,
  type Reliability,
  type ValidityEvidence,
} from '#learners/model/judge/reliability';
import { mean } from '#foundation/statistics';
import type { ComparedPair } from './compare-pairs.ts';
import type { JudgedQuestion } from './judge-answers.ts';
import { evidenceOf } from './kinds/evidence-of-kinds.ts';
import type { SelfPlaySettings } from './settings.ts';

/** A question with what the judge said of its answers. */
interface Judged {
  readonly question: string;
  readonly kind: string;
  readonly judged: JudgedQuestion;
  /** P(the judge sees quality in questions of its kind). */
  readonly validity: number;
  /** Scored in an earlier iteration, and compared now that its kind counts as valid. */
  readonly isRecalled: boolean;
}

/** A judged question with its reliability; and the reason, where it teaches the solver nothing. */
export interface MeasuredQuestion extends Judged {
  readonly reliability: Reliability;
  /** What this question says of its kind, if that was not booked before. */
  readonly evidence: ValidityEvidence;
  /** Mean judged score of the strong answers. */
  readonly level: number;
  readonly refusal: string | undefined;
  /** Pairs that may be trained on. */
  readonly pairs: readonly ComparedPair[];
}

/** Why a question does not teach whose kind is not known to be judged by quality. */
export const NOT_VALID = 'strong not above weak';

/** What a training record says of the question behind it. */
export function reliabilityValues({ cons, sep, stab, combined }: Reliability): PreferencePair['reliability'] {
  return { cons: cons.value, sep: sep.value, stab: stab.value, combined: combined.value };
}

/** Measures the questions of one batch. */
export function measureQuestions(batch: readonly Judged[], settings: SelfPlaySettings): MeasuredQuestion[] {
  const prior =
    settings.reliability.mode === 'default' ? batchNoise(batch.map((each) => each.judged.judgements)) : undefined;
  const reliabilities = batch.map(({ judged }) => measureReliability(judged.judgements, settings.reliability, prior));
  // What was told apart before makes no other question easier to tell apart.
  const freshP = reliabilities.map(({ pValue }, i) => (batch[i]!.isRecalled ? 1 : pValue));
  const isToldApart = discoveries(freshP, settings.falseDiscoveries);
  return batch.map((each, i) => {
    const { judged, isRecalled } = each;
    const evidence = isRecalled ? noEvidence : evidenceOf(judged.judgements.answers, settings.falseDiscoveries);
    const facts = { ...each, reliability: reliabilities[i]!, evidence, level: levelOf(judged) };
    const { refusal, pairs } = decide(facts, isRecalled || isToldApart[i]!, settings);
    return { ...facts, refusal, pairs };
  });
}

type Facts = Omit<MeasuredQuestion, 'refusal' | 'pairs'>;
type Decision = Pick<MeasuredQuestion, 'refusal' | 'pairs'>;

function decide(facts: Facts, isToldApart: boolean, settings: SelfPlaySettings): Decision {
  const ranked = facts.judged.pairs;
  switch (settings.filter) {
    case 'none':
      return kept(ranked.filter(isMajority));
    case 'band': {
      const isInside = facts.level >= 0.3 && facts.level <= 0.7;
      return isInside ? kept(ranked.filter(isMajority)) : { refusal: 'outside the band', pairs: [] };
    }
    case 'thresholds': {
      const why = levelFault(facts, settings);
      return why === undefined ? kept(ranked.filter(isMajority)) : { refusal: why, pairs: [] };
    }
    case 'evidence': {
      const why = evidenceFault(facts, isToldApart, settings);
      return why === undefined ? kept(ranked.filter(isDecided)) : { refusal: why, pairs: [] };
    }
  }
}

function kept(pairs: readonly ComparedPair[]): Decision {
  return pairs.length === 0 ? { refusal: 'no clear pair', pairs } : { refusal: undefined, pairs };
}

/** Ranked better, confirmed on the other half of the scores, and preferred by a test that was decided. */
function isDecided({ isConfirmed, test }: ComparedPair): boolean {
  return isConfirmed && test.decided === 'a';
}

/** Ranked better, and not outvoted. */
function isMajority({ test }: ComparedPair): boolean {
  return test.passes === 0 || test.decided === 'a' || (test.decided === undefined && test.flipRate() < 0.5);
}

function levelFault({ reliability }: Facts, { thresholds }: SelfPlaySettings): string | undefined {
  if (reliability.cons.value < thresholds.cons) return 'inconsistent scores';
  if (reliability.sep.value < thresholds.sep) return 'strong not above weak';
  if (reliability.stab.value < thresholds.stab) return 'unstable preferences';
  return undefined;
}

/**
 * Gates on evidence and not on raw levels, in the order of what they cost a good question: nothing to learn, answers not told apart (F test
 * over the batch), too noisy, unstable, and strong answers of this kind not judged better than weak ones.
 *
 * @source spec/reliability-loop §4: thresholds per metric; one question has too few answers to show R_sep, so it is asked of its kind
 */
function evidenceFault(facts: Facts, isToldApart: boolean, settings: SelfPlaySettings): string | undefined {
  const { reliability, validity, judged, question } = facts;
  const { thresholds } = settings;
  const { answers } = judged.judgements;
  const best = answers.toSorted((a, b) => meanOf(b.scores) - meanOf(a.scores))[0];
  return (
    findTextFault(question, best?.text) ??
    findWorthFault(answers) ??
    (isToldApart ? undefined : 'answers not told apart') ??
    (reliability.cons.value < thresholds.cons ? 'inconsistent scores' : undefined) ??
    (validity < settings.validity ? NOT_VALID : undefined) ??
    (reliability.stab.value < thresholds.stab ? 'unstable preferences' : undefined)
  );
}

function levelOf({ judgements }: JudgedQuestion): number {
  const strong = judgements.answers.flatMap(({ scores, strong: count }) =>
    scores.length === 0 ? [] : Array.from({ length: count }, () => mean(scores)),
  );
  return strong.length === 0 ? 0 : mean(strong);
}

function meanOf(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : mean(scores);
}

export function diversityOf(measured: readonly Pick<MeasuredQuestion, 'question' | 'kind'>[]): Diversity {
  return measureDiversity(
    measured.map(({ question }) => question),
    measured.map(({ kind }) => kind),
  );
}
