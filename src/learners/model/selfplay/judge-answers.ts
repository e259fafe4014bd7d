import type { CompareItem, RankItem, Ranking } from '#foundation/contracts/self-play';
import {
  type Comparison,
  confirmPairs,
  createPreferenceTest,
  type JudgedAnswer,
  type Judgements,
  type PreferenceTest,
  type RankedPair,
} from '#learners/model/judge';
import { findWorthFault } from '#learners/model/judge/guards';
import { validityEvidence, varianceComponents } from '#learners/model/judge/reliability';
import type { Play } from './play.ts';
import type { SelfPlaySettings } from './settings.ts';

/** A pair of answers that was ranked by one half of the scores and then compared, pass by pass, until it was decided. */
export interface ComparedPair extends RankedPair {
  /** `a` is the one that was ranked better. */
  readonly test: PreferenceTest;
}

/** What the judge said of the answers to one question. */
export interface JudgedQuestion {
  readonly judgements: Judgements;
  readonly pairs: readonly ComparedPair[];
}

/**
 * Scores every answer in repeated passes, puts those of the outer pairs in order where rankings are asked for, then compares the pairs of each
 * question in both orders until they are decided.
 */
export async function judgeAnswers(
  play: Play,
  questions: readonly string[],
  answers: readonly (readonly Omit<JudgedAnswer, 'scores'>[])[],
  kinds?: { readonly of: readonly string[]; validityWith(kind: string, evidence: number): number },
): Promise<JudgedQuestion[]> {
  const asked = answers.map((own) => commonest(own, play.settings.judged));
  const scored = await scoreInTwo(play, questions, asked);
  const { pairs, pairPasses, decidedAt } = play.settings;
  const { validity } = play.settings;
  const isApart = scored.map((own) => mayTeach(play, own));
  const evidence = new Map<string, number>();
  for (const [q, own] of scored.entries()) {
    const kind = kinds?.of[q] ?? '';
    if (isApart[q]!) evidence.set(kind, (evidence.get(kind) ?? 0) + validityEvidence(own));
  }
  const isValid = (q: number): boolean =>
    kinds === undefined ||
    play.settings.filter !== 'evidence' ||
    kinds.validityWith(kinds.of[q]!, evidence.get(kinds.of[q]!) ?? 0) >= validity;
  const compared = scored.map((own, q) =>
    (isApart[q]! && isValid(q) ? strongPairs(own, pairs) : [])
      .filter(({ rankedMargin }) => rankedMargin > 0)
      .map((pair) => ({ ...pair, test: createPreferenceTest({ threshold: decidedAt, most: pairPasses }) })),
  );
  const ranked = await rankAll(play, questions, scored, compared);
  const comparisons = await compareAll(play, questions, scored, compared);
  return scored.map((own, q) => ({
    judgements: { answers: own, comparisons: [...ranked[q]!, ...comparisons[q]!] },
    pairs: compared[q]!,
  }));
}

/** Whether any comparison could make these answers teach: what fails on its scores alone is not compared. */
function mayTeach({ settings: { filter, falseDiscoveries } }: Play, answers: readonly JudgedAnswer[]): boolean {
  if (filter !== 'evidence') return true;
  // No p above q is among the discoveries at q, whatever the others are.
  return findWorthFault(answers) === undefined && (varianceComponents(answers)?.pValue ?? 1) <= falseDiscoveries;
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

/** The answers that the judge is asked about: what the solver says most in each regime. The earliest of equals. */
function commonest(
  answers: readonly Omit<JudgedAnswer, 'scores'>[],
  most: SelfPlaySettings['judged'],
): Omit<JudgedAnswer, 'scores'>[] {
  const strong = answers
    .filter((answer) => answer.strong > 0)
    .toSorted((a, b) => b.strong - a.strong)
    .slice(0, most.strong);
  const weak = answers
    .filter((answer) => answer.strong === 0)
    .toSorted((a, b) => b.weak - a.weak)
    .slice(0, most.weak);
  return [...strong, ...weak];
}

/** Half of the passes; then the others for questions whose answers may still be told apart. */
async function scoreInTwo(
  play: Play,
  questions: readonly string[],
  answers: readonly (readonly Omit<JudgedAnswer, 'scores'>[])[],
): Promise<JudgedAnswer[][]> {
  const { scorePasses, filter, screening } = play.settings;
  const none = answers.map((own) => own.map((answer) => ({ ...answer, scores: [] })));
  if (filter !== 'evidence') return scorePassesOf(play, questions, none, { from: 0, to: scorePasses });
  const half = Math.ceil(scorePasses / 2);
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

/** Two passes over every open pair at a time, one in each order. */
async function compareAll(
  play: Play,
  questions: readonly string[],
  scored: readonly (readonly JudgedAnswer[])[],
  compared: readonly (readonly ComparedPair[])[],
): Promise<Comparison[][]> {
  const found: Comparison[][] = questions.map(() => []);
  for (;;) {
    const asked: { readonly q: number; readonly pair: ComparedPair; readonly isFirst: boolean }[] = [];
    const items: CompareItem[] = [];
    for (const [q, pairs] of compared.entries()) {
      for (const pair of pairs) {
        if (pair.test.next() === undefined) continue;
        for (const isFirst of [true, false]) {
          const [first, second] = isFirst ? [pair.chosen, pair.rejected] : [pair.rejected, pair.chosen];
          const [one, other] = [scored[q]![first]!.text, scored[q]![second]!.text];
          items.push({ question: questions[q]!, first: one, second: other, pass: pair.test.passes });
          asked.push({ q, pair, isFirst });
        }
      }
    }
    if (items.length === 0) return found;
    const preferences = await play.compare(items);
    for (const [i, { q, pair, isFirst }] of asked.entries()) {
      // No verdict counts as a tie, so that every pair comes to an end.
      const winner = preferences[i] ?? 'tie';
      const [first, second] = isFirst ? [pair.chosen, pair.rejected] : [pair.rejected, pair.chosen];
      if (preferences[i] !== null) found[q]!.push({ first, second, winner });
      pair.test.add(winner === 'tie' ? 0.5 : (winner === 'first') === isFirst ? 1 : 0);
    }
  }
}

/**
 * Rankings of the answers that stand in pairs, each order shown with its reverse, so that a preference for a place cancels. One ranking is one
 * look at every pair; where one of the two orders has no verdict, neither counts.
 */
async function rankAll(
  play: Play,
  questions: readonly string[],
  scored: readonly (readonly JudgedAnswer[])[],
  compared: readonly (readonly ComparedPair[])[],
): Promise<Comparison[][]> {
  const found: Comparison[][] = questions.map(() => []);
  const shown = compared.flatMap((pairs, q) => {
    const members = [...new Set(pairs.flatMap(({ chosen, rejected }) => [chosen, rejected]))];
    if (members.length < 2) return [];
    return Array.from({ length: play.settings.rankPasses / 2 }, (_, turn) => {
      const order = play.rng('rank', questions[q]!, turn).shuffle([...members]);
      return { q, turn, orders: [order, order.toReversed()] };
    });
  });
  const items = shown.flatMap(({ q, turn, orders }) =>
    orders.map((order, i): RankItem => {
      const answers = order.map((index) => scored[q]![index]!.text);
      return { question: questions[q]!, answers, pass: 2 * turn + i };
    }),
  );
  const rankings = await play.rank(items);
  for (const [i, { q, orders }] of shown.entries()) {
    const places = orders.map((order, turn) => placesOf(order, rankings[2 * i + turn] ?? null));
    if (places.includes(undefined)) continue;
    for (const { chosen, rejected, test } of compared[q]!) {
      for (const [turn, order] of orders.entries()) {
        const isBetter = places[turn]!.get(chosen)! < places[turn]!.get(rejected)!;
        const isFirst = order.indexOf(chosen) < order.indexOf(rejected);
        const [first, second] = isFirst ? [chosen, rejected] : [rejected, chosen];
        found[q]!.push({ first, second, winner: isBetter === isFirst ? 'first' : 'second' });
        if (test.next() !== undefined) test.add(isBetter ? 1 : 0);
      }
    }
  }
  return found;
}

/** The rank of each answer; nothing where a ranking does not name every place once. */
function placesOf(order: readonly number[], ranking: Ranking | null): Map<number, number> | undefined {
  if (ranking === null || ranking.length !== order.length || new Set(ranking).size !== order.length) return undefined;
  const places = ranking.map((place, rank) => [order[place], rank] as const);
  return places.every((each): each is readonly [number, number] => each[0] !== undefined) ? new Map(places) : undefined;
}
