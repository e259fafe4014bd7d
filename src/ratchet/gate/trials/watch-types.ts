import type { PairedOutcome } from '#foundation/contracts/certificates';
import { mean, signTest } from '#foundation/statistics';

/** A type of task on which a candidate did worse than the incumbent, though it may be better on the whole. */
export interface TypeFall {
  readonly type: string;
  readonly tasks: number;
  readonly before: number;
  readonly after: number;
  /** How likely luck alone makes so many of its tasks worse. */
  readonly pValue: number;
}

/** What outcomes say of single types of tasks. */
export interface TypeReport {
  readonly fallen: readonly TypeFall[];
  /** Types of so few tasks that even the loss of all of them would not show. */
  readonly unwatched: readonly string[];
}

/** The type of each task, by its id; tasks without one are one type. */
export type TaskTypes = ReadonlyMap<string, string>;

/**
 * The types that fell: an exact paired test over the tasks of each, at a level that all types share.
 *
 *     fallen:     P(X ≥ worse) ≤ alpha / types,   X ~ Binomial(worse + better, ½)
 *     unwatched:  2⁻ⁿ > alpha / types,            n = tasks of the type
 *
 * A candidate that is worse on no type is told of one with chance at most alpha. A gate that refuses what fell only accepts less: nothing of its error budget is spent.
 *
 * @source Dixon & Mood 1946; Bonferroni
 */
export function watchTypes(outcomes: readonly PairedOutcome[], types: TaskTypes, alpha: number): TypeReport {
  const byType = new Map<string, PairedOutcome[]>();
  for (const outcome of outcomes) {
    const type = types.get(outcome.task) ?? '';
    byType.set(type, [...(byType.get(type) ?? []), outcome]);
  }
  if (byType.size < 2) return { fallen: [], unwatched: [] };
  const level = alpha / byType.size;
  const fallen = [...byType].map(([type, own]) => fallOf(type, own)).filter(({ pValue }) => pValue <= level);
  const unwatched = [...byType].filter(([, own]) => 2 ** -own.length > level).map(([type]) => type);
  return { fallen, unwatched };
}

function fallOf(type: string, own: readonly PairedOutcome[]): TypeFall {
  const worse = own.filter(({ incumbent, candidate }) => candidate < incumbent).length;
  const better = own.filter(({ incumbent, candidate }) => candidate > incumbent).length;
  const [before, after] = [mean(own.map(({ incumbent }) => incumbent)), mean(own.map(({ candidate }) => candidate))];
  return { type, tasks: own.length, before, after, pValue: signTest(worse, better, 'greater') };
}
