import type { PreferencePair } from '#foundation/contracts/self-play';
import { discoveries } from '#learners/model/judge';
import { type Diversity, findTextFault, findWorthFault, measureDiversity } from '#learners/model/judge/guards';
import {
  batchNoise,
  measureReliability,
  type Reliability,
  validityEvidence,
} from '#learners/model/judge/reliability';
import { mean } from '#foundation/statistics';
import type { ComparedPair, JudgedQuestion } from './judge-answers.ts';
import type { SelfPlaySettings } from './settings.ts';

/** A judged question with its reliability; and the reason, where it teaches the solver nothing. */
export interface MeasuredQuestion {
  readonly question: string;
  readonly kind: string;
  readonly judged: JudgedQuestion;
  readonly reliability: Reliability;
  /** P(the judge sees quality in questions of its kind), and what this question says of that. */
  readonly validity: number;
  readonly evidence: number;
  /** Mean judged score of the strong answers. */
  readonly level: number;
  readonly refusal: string | undefined;
  /** Pairs that may be trained on. */
  readonly pairs: readonly ComparedPair[];
}

/** What a training record says of the question behind it. */
export function reliabilityValues({ cons, sep, stab, combined }: Reliability): PreferencePair['reliability'] {
  return { cons: cons.value, sep: sep.value, stab: stab.value, combined: combined.value };
}

/** Measures the questions of one batch. `validityWith` tells how valid a kind is with what the batch says of it. */
export function measureQuestions(
  batch: readonly { readonly question: string; readonly kind: string; readonly judged: JudgedQuestion }[],
  validityWith: (kind: string, evidence: number) => number,
  settings: SelfPlaySettings,
): MeasuredQuestion[] {
  const prior =
    settings.reliability.mode === 'default' ? batchNoise(batch.map((each) => each.judged.judgements)) : undefined;
  const reliabilities = batch.map(({ judged }) => measureReliability(judged.judgements, settings.reliability, prior));
  const evidences = batch.map(({ judged }, i) =>
    reliabilities[i]!.pValue <= settings.falseDiscoveries ? validityEvidence(judged.judgements.answers) : 0,
  );
  const byKind = new Map<string, number>();
  for (const [i, { kind }] of batch.entries()) byKind.set(kind, (byKind.get(kind) ?? 0) + evidences[i]!);
  const isToldApart = discoveries(
    reliabilities.map(({ pValue }) => pValue),
    settings.falseDiscoveries,
  );
  return batch.map((each, i) => {
    const validity = validityWith(each.kind, byKind.get(each.kind)!);
    const facts = {
      ...each,
      reliability: reliabilities[i]!,
      validity,
      evidence: evidences[i]!,
      level: levelOf(each.judged),
    };
    const { refusal, pairs } = decide(facts, isToldApart[i]!, settings);
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
    (validity < settings.validity ? 'strong not above weak' : undefined) ??
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
