import type { Checkpoint } from '#foundation/contracts/self-play';
import { type DrawnAnswer, mergeAnswers } from '#learners/model/judge';
import { drawRegime } from './draw-answers.ts';
import type { DrawnQuestion } from './draw-questions.ts';
import { chooseByWorth } from './kinds/choose-worth.ts';
import type { LookedQuestion } from './kinds/kind-book.ts';
import { type KindBeliefs, worthOf } from './kinds/kind-worth.ts';
import type { Play } from './play.ts';
import type { UnjudgedAnswer } from './score-answers.ts';

/** Questions that go to the judge, with their answers. */
export interface ChosenQuestions {
  readonly asked: readonly {
    readonly question: string;
    readonly kind: string;
    readonly answers: readonly UnjudgedAnswer[];
  }[];
  /** Answer sets that were drawn to choose by, judged or not. */
  readonly looked: readonly LookedQuestion[];
}

/**
 * Judge calls go where the next pair is worth most: drafts of the kinds that promise most are answered, and of those the questions whose
 * answers differ are judged. A question on which the solver always says the same teaches nothing, and costs no judge call.
 */
export async function chooseQuestions(
  play: Play,
  drafts: readonly DrawnQuestion[],
  parts: {
    readonly beliefs: KindBeliefs;
    readonly strong: Checkpoint;
    readonly weak: Checkpoint;
    readonly stream: string;
  },
): Promise<ChosenQuestions> {
  const { questions: most, answered: answering, learningWeight } = play.settings;
  const { beliefs, stream } = parts;
  const rng = play.rng('choose', stream);
  const promising = chooseByWorth(drafts, answering * most, rng, ({ kind }, chosen, draw) =>
    worthOf(beliefs, kind, { chosen, rng: draw }),
  );
  const answerRng = play.rng('answers', stream);
  const asked = promising.map(({ question }) => question);
  const strong = await drawRegime(play, asked, { regime: 'strong', checkpoint: parts.strong, rng: answerRng });
  const answered = promising.map((question, q) => ({
    ...question,
    strong: strong[q]!,
    difference: differenceOf(strong[q]!),
  }));
  const telling = learningWeight > 0 ? answered.filter(({ difference }) => difference > 0) : answered;
  const chosen = chooseByWorth(telling, most, rng, ({ kind, difference }, already, draw) =>
    worthOf(beliefs, kind, { difference, chosen: already, rng: draw }),
  );
  const texts = chosen.map(({ question }) => question);
  const weak = await drawRegime(play, texts, { regime: 'weak', checkpoint: parts.weak, rng: answerRng });
  return {
    asked: chosen.map(({ question, kind, strong: own }, q) => ({
      question,
      kind,
      answers: mergeAnswers([...own, ...weak[q]!]),
    })),
    looked: answered.map(({ kind, difference }) => ({ kind, difference })),
  };
}

/** P(two draws differ) over its most, ½: 2 (1 − Σ p²), at most 1. */
function differenceOf(answers: readonly DrawnAnswer[]): number {
  const counts = new Map<string, number>();
  for (const { text } of answers) counts.set(text, (counts.get(text) ?? 0) + 1);
  const same = [...counts.values()].reduce((sum, count) => sum + (count / answers.length) ** 2, 0);
  return answers.length === 0 ? 0 : Math.min(1, 2 * (1 - same));
}
