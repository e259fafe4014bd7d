import { addEvidence, noEvidence, type ValidityEvidence } from '#learners/model/judge/reliability';
import type { MeasuredQuestion } from '../measure-questions.ts';

/** What is known of a kind of question. */
export interface KindRecord {
  /** Sets of strong answers that were drawn lately, and how far their answers differed; older ones fade. */
  readonly answered: number;
  readonly telling: number;
  /** Questions that were judged, and those of them whose answers the judge told apart. */
  readonly judged: number;
  readonly apart: number;
  /** The evidence that the judge sees quality in them. */
  readonly valid: ValidityEvidence;
  /** Pairs that were learnt from. */
  readonly pairs: number;
}

export type KindBook = ReadonlyMap<string, KindRecord>;

const unknown: KindRecord = { answered: 0, telling: 0, judged: 0, apart: 0, valid: noEvidence, pairs: 0 };

export const recordOf = (book: KindBook, kind: string): KindRecord => book.get(kind) ?? unknown;

/** How far the strong answers to a question differed: what there is to learn, before anyone judged it. */
export interface LookedQuestion {
  readonly kind: string;
  readonly difference: number;
}

/** What was seen of answer sets fades by this factor each time the kind is asked: the solver moves. */
const FADING = 0.8;

/** Refusals that say nothing of the judge: no answers that could differ, or all of them good. */
const notOfTheJudge: ReadonlySet<string> = new Set(['one-answer', 'mastered', 'hopeless']);

/** Refusals of a judge that saw no difference, or not always the same. */
const notTold: ReadonlySet<string> = new Set([
  'answers not told apart',
  'inconsistent scores',
  'unstable preferences',
  'no clear pair',
]);

/** The book after a round: it adds how far answers to drafts differed, and what the judge said of the questions that it judged. */
export function bookKinds(
  before: KindBook,
  looked: readonly LookedQuestion[],
  measured: readonly Pick<MeasuredQuestion, 'kind' | 'refusal' | 'evidence' | 'pairs' | 'isRecalled'>[],
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
  for (const { kind, refusal, evidence, pairs, isRecalled } of measured) {
    if (refusal !== undefined && notOfTheJudge.has(refusal)) continue;
    const record = recordOf(book, kind);
    const counted = isRecalled ? 0 : 1;
    book.set(kind, {
      ...record,
      judged: record.judged + counted,
      apart: record.apart + (refusal === undefined || !notTold.has(refusal) ? counted : 0),
      valid: addEvidence(record.valid, evidence),
      pairs: record.pairs + pairs.length,
    });
  }
  return book;
}
