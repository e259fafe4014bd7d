import type { JudgedAnswer } from '#learners/model/judge';
import { varianceComponents } from '#learners/model/judge/reliability';
import type { ChoiceKnobs } from './choice-knobs.ts';
import type { Play } from './play.ts';

/** Answers before anyone judged them. */
export type UnjudgedAnswer = Omit<JudgedAnswer, 'scores'>;

/** Scores the answers that the solver gives most, in repeated passes. */
export function scoreAnswers(
  play: Play,
  questions: readonly string[],
  answers: readonly (readonly UnjudgedAnswer[])[],
): Promise<JudgedAnswer[][]> {
  const asked = answers.map((own) => commonest(own, play.settings));
  return scoreInTwo(play, questions, asked);
}

/** The answers that the judge is asked about: what the solver says most in each regime. The earliest of equals. */
function commonest(answers: readonly UnjudgedAnswer[], { judgedStrong, judgedWeak }: ChoiceKnobs): UnjudgedAnswer[] {
  const strong = answers
    .filter((answer) => answer.strong > 0)
    .toSorted((a, b) => b.strong - a.strong)
    .slice(0, judgedStrong);
  const weak = answers
    .filter((answer) => answer.strong === 0)
    .toSorted((a, b) => b.weak - a.weak)
    .slice(0, judgedWeak);
  return [...strong, ...weak];
}

/** Half of the passes; then the others for questions whose answers may still be told apart. */
async function scoreInTwo(
  play: Play,
  questions: readonly string[],
  answers: readonly (readonly UnjudgedAnswer[])[],
): Promise<JudgedAnswer[][]> {
  const { scorePasses, filter, screening } = play.settings;
  const none = answers.map((own) => own.map((answer) => ({ ...answer, scores: [] })));
  if (filter !== 'evidence') return scorePassesOf(play, questions, none, { from: 0, to: scorePasses });
  // One pass over each answer says nothing of noise.
  const half = Math.min(scorePasses, Math.max(2, Math.ceil(scorePasses / 2)));
  const isStrong = ({ strong }: JudgedAnswer): boolean => strong > 0;
  const pick = (all: readonly JudgedAnswer[][], isOne: (answer: JudgedAnswer) => boolean): JudgedAnswer[][] =>
    all.map((own) => own.filter(isOne));
  const first = await scorePassesOf(play, questions, pick(none, isStrong), { from: 0, to: half });
  const open = first.map((own) => own.length === 1 || (varianceComponents(own)?.pValue ?? 1) <= screening);
  const onlyOpen = (all: readonly JudgedAnswer[][]): JudgedAnswer[][] => all.map((own, q) => (open[q]! ? own : []));
  const strong = await scorePassesOf(play, questions, onlyOpen(first), { from: half, to: scorePasses });
  const weak = await scorePassesOf(play, questions, onlyOpen(pick(none, (each) => !isStrong(each))), {
    from: 0,
    to: half,
  });
  return first.map((own, q) =>
    open[q]! ? [...strong[q]!, ...weak[q]!] : [...own, ...none[q]!.filter((each) => !isStrong(each))],
  );
}

/** These passes over each answer, after those that it has. */
async function scorePassesOf(
  play: Play,
  questions: readonly string[],
  answers: readonly (readonly JudgedAnswer[])[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<JudgedAnswer[][]> {
  const items = questions.flatMap((question, q) =>
    answers[q]!.flatMap(({ text }) =>
      Array.from({ length: to - from }, (_, i) => ({ question, answer: text, pass: from + i })),
    ),
  );
  const scores = await play.score(items);
  let at = 0;
  return answers.map((own) =>
    own.map((answer) => {
      const passes = scores.slice(at, at + to - from);
      at += to - from;
      return { ...answer, scores: [...answer.scores, ...passes.filter((score) => score !== null)] };
    }),
  );
}
