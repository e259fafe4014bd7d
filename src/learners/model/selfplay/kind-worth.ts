import type { Rng } from '#foundation/kernel';
import { validityOf } from '#learners/model/judge/reliability';
import { betaSample } from './beta-sample.ts';
import type { MeasuredQuestion } from './measure-questions.ts';

/** What is known of a kind of question. */
export interface KindRecord {
  /** Sets of strong answers that were drawn lately, and how far their answers differed; older ones fade. */
  readonly answered: number;
  readonly telling: number;
  /** Questions that were judged, and those of them whose answers the judge told apart. */
  readonly judged: number;
  readonly apart: number;
  /** Sum of the evidence that the judge sees quality in them, ln L; and questions that it comes from. */
  readonly valid: number;
  /** Pairs that were learnt from. */
  readonly pairs: number;
}

export type KindBook = ReadonlyMap<string, KindRecord>;

/** How much each factor of a worth counts, as its power; 0 leaves it out. */
export interface WorthWeights {
  /** That the judge can tell answers of this kind apart. */
  readonly reliability: number;
  /** That the solver's answers differ, so that there is something to learn. */
  readonly learning: number;
  /** That few pairs of this kind were learnt so far. */
  readonly breadth: number;
}

const unknown: KindRecord = { answered: 0, telling: 0, judged: 0, apart: 0, valid: 0, pairs: 0 };

/** What was learnt of answer sets fades by this factor each time the kind is asked: the solver moves. */
const FADING = 0.8;
/** The evidence that a kind begins with, in questions. */
const PRIOR = 1;

export const recordOf = (book: KindBook, kind: string): KindRecord => book.get(kind) ?? unknown;

/** Refusals that say nothing of the judge: no answers that could differ, or all of them good. */
const notOfTheJudge: ReadonlySet<string> = new Set(['one-answer', 'mastered', 'hopeless']);

/** Refusals of a judge that saw no difference, or not always the same. */
const notTold: ReadonlySet<string> = new Set(['answers not told apart', 'inconsistent scores', 'unstable preferences', 'no clear pair']);

/** The book after a round: what answers to all drafts showed, and what the judge made of those that it was asked. */
export function bookKinds(
  before: KindBook,
  looked: readonly { readonly kind: string; readonly difference: number }[],
  measured: readonly MeasuredQuestion[],
): KindBook {
  const book = new Map(before);
  for (const kind of new Set(looked.map((each) => each.kind))) {
    const own = looked.filter((each) => each.kind === kind);
    const record = recordOf(book, kind);
    book.set(kind, {
      ...record,
      answered: FADING * record.answered + own.length,
      telling: FADING * record.telling + own.reduce((sum, { difference }) => sum + difference, 0),
    });
  }
  for (const { kind, refusal, evidence, pairs } of measured) {
    const record = recordOf(book, kind);
    if (refusal !== undefined && notOfTheJudge.has(refusal)) continue;
    book.set(kind, {
      ...record,
      judged: record.judged + 1,
      apart: record.apart + (refusal === undefined || !notTold.has(refusal) ? 1 : 0),
      valid: record.valid + evidence,
      pairs: record.pairs + pairs.length,
    });
  }
  return book;
}

/** How alike kinds are, as far as their questions tell: 1 for the same, 0 for nothing shared. */
export type Likeness = (kind: string, other: string) => number;

/** What is believed of the kinds of a book: a kind that is not known is held for what those are that are asked alike. */
export interface KindBeliefs {
  readonly book: KindBook;
  readonly likeness: Likeness;
  readonly weights: WorthWeights;
}

/** The weight of the mean of all kinds beside that of like kinds, in questions. */
const COMMON = 3;

/** P(the judge sees quality in a kind): its own evidence, with what like kinds came to before it. */
export function validityOfKind({ book, likeness }: KindBeliefs, kind: string, evidence = 0): number {
  let [near, valid] = [COMMON, COMMON * 0.5];
  for (const [other, record] of book) {
    if (other === kind || record.valid === 0) continue;
    const own = likeness(kind, other);
    near += own;
    valid += own * validityOf(record.valid);
  }
  return validityOf(recordOf(book, kind).valid + evidence, valid / near);
}

/** Beta counts of "the judge tells answers of this kind apart": its own, and PRIOR questions at the rate of like kinds. */
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

/**
 * Worth of a kind, each factor in (0, 1]:
 *
 *     (P(judge tells apart) · P(strong above weak)) ^ a · (how far answers differ) ^ b · (1 + pairs learnt) ^ (−c/2)
 *
 * With `rng` the first probability is one draw of its posterior, so that what is unknown is tried as often as it may be the best; else its mean.
 *
 * @source Thompson 1933; the last factor falls as the error of a mean does
 */
export function worthOf(
  beliefs: KindBeliefs,
  kind: string,
  { difference, chosen = 0, rng }: {
    /** How far the answers to this very question differ; that of its kind where they are not drawn yet. */
    readonly difference?: number;
    /** Questions of this kind that were chosen already in this round. */
    readonly chosen?: number;
    readonly rng?: Rng;
  } = {},
): number {
  const { weights } = beliefs;
  const record = recordOf(beliefs.book, kind);
  const { good, bad } = countsOf(beliefs, kind);
  const apart = rng === undefined ? good / (good + bad) : betaSample(good, bad, rng);
  const learning = difference ?? (record.telling + 0.5) / (record.answered + 1);
  const breadth = 1 / Math.sqrt(1 + record.pairs + chosen);
  return (
    (apart * validityOfKind(beliefs, kind)) ** weights.reliability *
    learning ** weights.learning *
    breadth ** weights.breadth
  );
}
