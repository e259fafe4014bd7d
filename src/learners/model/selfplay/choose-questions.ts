import type { Checkpoint } from '#foundation/contracts/self-play';
import type { Rng } from '#foundation/kernel';
import { type DrawnAnswer, type JudgedAnswer, mergeAnswers } from '#learners/model/judge';
import { drawRegime } from './draw-answers.ts';
import type { DrawnQuestion } from './draw-questions.ts';
import { type KindBeliefs, worthOf } from './kind-worth.ts';
import type { Play } from './play.ts';

/** How far the answers to a question differed: what there is to learn, before anyone judged it. */
export interface LookedQuestion {
  readonly kind: string;
  readonly difference: number;
}

/** Questions that go to the judge, with their answers. */
export interface ChosenQuestions {
  readonly questions: readonly DrawnQuestion[];
  readonly answers: readonly (readonly Omit<JudgedAnswer, 'scores'>[])[];
  readonly looked: readonly LookedQuestion[];
}

/** Drafts whose kinds promise most are answered, so many times as many as are judged. */
const ANSWERED = 4;

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
  const { questions: most, worth: weights } = play.settings;
  const { beliefs, stream } = parts;
  const rng = play.rng('choose', stream);
  const promising = greedily(drafts, ANSWERED * most, rng, ({ kind }, chosen, draw) =>
    worthOf(beliefs, kind, { chosen, rng: draw }),
  );
  const answerRng = play.rng('answers', stream);
  const texts = promising.map(({ question }) => question);
  const strong = await drawRegime(play, texts, { regime: 'strong', checkpoint: parts.strong, rng: answerRng });
  const answered = promising.map((question, q) => ({
    ...question,
    strong: strong[q]!,
    difference: differenceOf(strong[q]!),
  }));
  const telling = weights.learning > 0 ? answered.filter(({ difference }) => difference > 0) : answered;
  const chosen = greedily(telling, most, rng, ({ kind, difference }, already, draw) =>
    worthOf(beliefs, kind, { difference, chosen: already, rng: draw }),
  );
  const asked = chosen.map(({ question }) => question);
  const weak = await drawRegime(play, asked, { regime: 'weak', checkpoint: parts.weak, rng: answerRng });
  return {
    questions: chosen,
    answers: chosen.map((each, q) => mergeAnswers([...each.strong, ...weak[q]!])),
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

/** The best one after another. What a kind is drawn to be worth holds for the round; each choice of a kind lowers the next. */
function greedily<T extends { readonly kind: string }>(
  all: readonly T[],
  most: number,
  rng: Rng,
  worth: (one: T, chosen: number, rng: Rng) => number,
): T[] {
  const round = rng.fork(rng.uint32());
  const counts = new Map<string, number>();
  const left = all.map((one) => ({ one, worth: worth(one, 0, round.fork(one.kind)) }));
  const found: T[] = [];
  while (found.length < most && left.length > 0) {
    const best = left.reduce((a, b, i) => (b.worth > left[a]!.worth ? i : a), 0);
    const { one } = left.splice(best, 1)[0]!;
    found.push(one);
    const chosen = (counts.get(one.kind) ?? 0) + 1;
    counts.set(one.kind, chosen);
    for (const other of left)
      if (other.one.kind === one.kind) other.worth = worth(other.one, chosen, round.fork(one.kind));
  }
  return found;
}
