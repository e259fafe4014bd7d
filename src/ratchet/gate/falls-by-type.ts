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

/** Chance that any type is told of where none is worse. */
const LEVEL = 0.05;

/**
 * The types that fell in a trial: a sign test over the tasks of each, at a level that is shared by all types.
 *
 *     P(X ≥ worse),  X ~ Binomial(worse + better, ½)  ≤  level / types
 *
 * @source Dixon & Mood 1946; Bonferroni
 */
export function fallsByType(
  outcomes: readonly PairedOutcome[],
  typeOf: (task: string) => string | undefined,
): readonly TypeFall[] {
  const byType = new Map<string, PairedOutcome[]>();
  for (const outcome of outcomes) {
    const type = typeOf(outcome.task) ?? '';
    byType.set(type, [...(byType.get(type) ?? []), outcome]);
  }
  if (byType.size < 2) return [];
  return [...byType].flatMap(([type, own]): TypeFall[] => {
    const worse = own.filter(({ incumbent, candidate }) => candidate < incumbent).length;
    const better = own.filter(({ incumbent, candidate }) => candidate > incumbent).length;
    const pValue = signTest(worse, better, 'greater');
    if (pValue > LEVEL / byType.size) return [];
    const [before, after] = [mean(own.map(({ incumbent }) => incumbent)), mean(own.map(({ candidate }) => candidate))];
    return [{ type, tasks: own.length, before, after, pValue }];
  });
}
