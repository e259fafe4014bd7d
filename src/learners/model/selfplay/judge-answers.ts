import {
  type Comparison,
  confirmPairs,
  createPreferenceTest,
  type JudgedAnswer,
  type Judgements,
  type RankedPair,
} from '#learners/model/judge';
import { compareAll, type ComparedPair, rankAll } from './compare-pairs.ts';
import { mayTeach, type ScoredQuestion } from './kinds/evidence-of-kinds.ts';
import type { Play } from './play.ts';
import { scoreAnswers, type UnjudgedAnswer } from './score-answers.ts';

/** What the judge said of the answers to one question. */
export interface JudgedQuestion {
  readonly judgements: Judgements;
  readonly pairs: readonly ComparedPair[];
}

/** Scores every answer in repeated passes. */
export async function scoreQuestions(
  play: Play,
  asked: readonly { readonly question: string; readonly kind: string; readonly answers: readonly UnjudgedAnswer[] }[],
): Promise<ScoredQuestion[]> {
  const texts = asked.map(({ question }) => question);
  const scored = await scoreAnswers(
    play,
    texts,
    asked.map(({ answers }) => answers),
  );
  return asked.map(({ question, kind }, q) => ({ question, kind, answers: scored[q]! }));
}

/**
 * Compares pairs of answers of each question in both orders until they are decided; first puts them in order where rankings are asked for.
 * Where the evidence filter decides, only questions are compared whose scores may teach, of kinds in which the judge sees quality.
 */
export async function compareQuestions(
  play: Play,
  scored: readonly ScoredQuestion[],
  isValid: (kind: string) => boolean,
): Promise<JudgedQuestion[]> {
  const { pairs, pairPasses, decidedAt, filter, falseDiscoveries } = play.settings;
  const isOpen = scored.map(
    ({ kind, answers: own }) => filter !== 'evidence' || (isValid(kind) && mayTeach(own, falseDiscoveries)),
  );
  const questions = scored.map(({ question }) => question);
  const answers = scored.map((each) => each.answers);
  const compared = answers.map((own, q) =>
    (isOpen[q]! ? strongPairs(own, pairs) : [])
      .filter(({ rankedMargin }) => rankedMargin > 0)
      .map((pair) => ({ ...pair, test: createPreferenceTest({ threshold: decidedAt, most: pairPasses }) })),
  );
  const ranked = await rankAll(play, questions, answers, compared);
  const comparisons: Comparison[][] = await compareAll(play, questions, answers, compared);
  return answers.map((own, q) => ({
    judgements: { answers: own, comparisons: [...ranked[q]!, ...comparisons[q]!] },
    pairs: compared[q]!,
  }));
}

/** Passes of the judge that were not needed. */
export function passesSaved(judged: readonly JudgedQuestion[]): number {
  return judged.flatMap(({ pairs }) => pairs).reduce((sum, { test }) => sum + test.saved, 0);
}

/**
 * Pairs among the strong answers, where there are two: a mistake that the solver makes when it does its best teaches more than noise of the
 * weak regime, which is there to be told apart.
 */
function strongPairs(answers: readonly JudgedAnswer[], most: number): RankedPair[] {
  const strong = answers.flatMap((answer, index) => (answer.strong > 0 ? [{ answer, index }] : []));
  const used = strong.length > 1 ? strong : answers.map((answer, index) => ({ answer, index }));
  const pairs = confirmPairs(
    used.map(({ answer }) => answer),
    most,
  );
  return pairs.map((pair) => ({ ...pair, chosen: used[pair.chosen]!.index, rejected: used[pair.rejected]!.index }));
}
