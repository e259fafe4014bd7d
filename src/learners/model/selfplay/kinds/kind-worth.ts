import type { Rng } from '#foundation/kernel';
import { addEvidence, noEvidence, validityOf } from '#learners/model/judge/reliability';
import type { ChoiceKnobs } from '../choice-knobs.ts';
import { betaSample } from './beta-sample.ts';
import { type KindBook, recordOf } from './kind-book.ts';
import type { Likeness } from './kind-likeness.ts';

/** How much each factor of a worth counts, as its power; 0 leaves it out. */
type WorthWeights = Pick<ChoiceKnobs, 'reliabilityWeight' | 'learningWeight' | 'breadthWeight'>;

/** What is believed of the kinds of a book. Of a kind that was never judged the same is believed as of kinds whose questions are written alike. */
export interface KindBeliefs {
  readonly book: KindBook;
  readonly likeness: Likeness;
  readonly weights: WorthWeights;
}

/** The weight of the mean of all kinds beside that of like kinds, in questions. */
const COMMON = 3;
/** The questions that a belief from like kinds counts for. */
const PRIOR = 1;

/** P(the judge sees quality in a kind): like kinds give the prior, its own questions the evidence. */
export function validityOfKind({ book, likeness }: KindBeliefs, kind: string, evidence = noEvidence): number {
  let [near, valid] = [COMMON, COMMON * 0.5];
  for (const [other, record] of book) {
    if (other === kind || record.valid.every((value) => value === 0)) continue;
    const own = likeness(kind, other);
    near += own;
    valid += own * validityOf(record.valid);
  }
  return validityOf(addEvidence(recordOf(book, kind).valid, evidence), valid / near);
}

/** Beta counts of "the judge tells answers of this kind apart": its own questions, and PRIOR more at the rate of like kinds. */
function countsOf({ book, likeness }: KindBeliefs, kind: string): { readonly good: number; readonly bad: number } {
  let [judged, apart, nearJudged, nearApart] = [2, 1, 0, 0];
  for (const [other, record] of book) {
    judged += record.judged;
    apart += record.apart;
    if (other === kind) continue;
    const near = likeness(kind, other);
    nearJudged += near * record.judged;
    nearApart += near * record.apart;
  }
  const prior = (nearApart + (COMMON * apart) / judged) / (nearJudged + COMMON);
  const own = recordOf(book, kind);
  return { good: PRIOR * prior + own.apart, bad: PRIOR * (1 - prior) + own.judged - own.apart };
}

interface WorthOptions {
  /** How far the answers to this very question differ; that of its kind where they are not drawn yet. */
  readonly difference?: number;
  /** Questions of this kind that were chosen already in this round. */
  readonly chosen?: number;
  /** Draws the first probability from its posterior, so that what is unknown is tried as often as it may be the best; else its mean. */
  readonly rng?: Rng;
}

/**
 * Worth of a kind, each factor in (0, 1]:
 *
 *     (P(judge tells apart) · P(strong above weak)) ^ a · (how far answers differ) ^ b · (1 + pairs learnt) ^ (−c/2)
 *
 * @source Thompson 1933; the last factor falls as the error of a mean does
 */
export function worthOf(
  beliefs: KindBeliefs,
  kind: string,
  { difference, chosen = 0, rng }: WorthOptions = {},
): number {
  const { weights } = beliefs;
  const record = recordOf(beliefs.book, kind);
  const { good, bad } = countsOf(beliefs, kind);
  const apart = rng === undefined ? good / (good + bad) : betaSample(good, bad, rng);
  const learning = difference ?? (record.telling + 0.5) / (record.answered + 1);
  const breadth = 1 / Math.sqrt(1 + record.pairs + chosen);
  return (
    (apart * validityOfKind(beliefs, kind)) ** weights.reliabilityWeight *
    learning ** weights.learningWeight *
    breadth ** weights.breadthWeight
  );
}
