import type { CompareItem, RankItem, Ranking } from '#foundation/contracts/self-play';
import type { Comparison, JudgedAnswer, PreferenceTest, RankedPair } from '#learners/model/judge';
import type { Play } from './play.ts';

/** A pair of answers that was ranked by one half of the scores and then compared, pass by pass, until it was decided. */
export interface ComparedPair extends RankedPair {
  /** `a` is the one that was ranked better. */
  readonly test: PreferenceTest;
}

/** Two passes over every open pair at a time, one in each order. */
export async function compareAll(
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
export async function rankAll(
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
