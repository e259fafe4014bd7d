import { Fault } from '#foundation/kernel';

/** From which part of the solver's distribution an answer was drawn. */
export type AnswerRegime = 'strong' | 'weak';

/** One text that the solver gave, however often, with the judge's scores of it in [0, 1], one per pass. */
export interface JudgedAnswer {
  readonly text: string;
  /** How many of the drawn answers had this text, by regime. */
  readonly strong: number;
  readonly weak: number;
  readonly scores: readonly number[];
}

/** One pass over a pair, in the order in which the judge saw it; both are indices of answers. */
export interface Comparison {
  readonly first: number;
  readonly second: number;
  readonly winner: 'first' | 'second' | 'tie';
}

/** Everything the judge said about the answers to one question. */
export interface Judgements {
  readonly answers: readonly JudgedAnswer[];
  readonly comparisons: readonly Comparison[];
}

/** An answer as it was drawn. */
export interface DrawnAnswer {
  readonly text: string;
  readonly regime: AnswerRegime;
}

/**
 * Joins equal texts, in the order of their first appearance: to judge one text twice and call it two answers would count the
 * judge's noise as a difference between answers.
 *
 * @source research: identical strings are merged before any metric; text is compared after trimming
 */
export function mergeAnswers(drawn: readonly DrawnAnswer[]): Omit<JudgedAnswer, 'scores'>[] {
  const byText = new Map<string, { text: string; strong: number; weak: number }>();
  for (const { text, regime } of drawn) {
    const key = text.trim();
    const held = byText.get(key) ?? { text: key, strong: 0, weak: 0 };
    held[regime] += 1;
    byText.set(key, held);
  }
  return [...byText.values()];
}

/** Refuses scores outside [0, 1] and comparisons of answers that are not there. */
export function requireJudgements({ answers, comparisons }: Judgements): void {
  for (const { text, scores } of answers) {
    const bad = scores.find((score) => !(score >= 0 && score <= 1));
    if (bad !== undefined) {
      throw new Fault('judge/bad-score', `a score of ${bad} is not in [0, 1]`, { details: { text, score: bad } });
    }
  }
  for (const { first, second } of comparisons) {
    if (first === second || answers[first] === undefined || answers[second] === undefined) {
      const message = `answers ${first} and ${second} of ${answers.length} cannot be compared`;
      throw new Fault('judge/bad-comparison', message, { details: { first, second } });
    }
  }
}
