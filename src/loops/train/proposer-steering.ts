import type { ProposerName } from './settings.ts';

/** What a way to make candidates has earned so far. */
export interface ProposerRecord {
  tries: number;
  /** Sum of measured gains of its accepted candidates. */
  gain: number;
}

/** Exploration weight of UCB1, for gains that are seldom above 0.3. */
const EXPLORATION = 0.15;

/**
 * Chooses the proposer of the next step: each once, in the given order, then the one with the highest
 *
 *     ḡ + c · √(ln N / n)
 *
 * where ḡ is its mean gain per try, n its tries and N all tries. Ties go to the earlier one.
 *
 * @source Auer, Cesa-Bianchi & Fischer 2002, UCB1
 */
export function chooseProposer(
  names: readonly ProposerName[],
  records: ReadonlyMap<string, ProposerRecord>,
): ProposerName {
  const tries = names.reduce((sum, name) => sum + (records.get(name)?.tries ?? 0), 0);
  let best = names[0]!;
  let bestValue = -Infinity;
  for (const name of names) {
    const record = records.get(name);
    const value =
      record === undefined || record.tries === 0
        ? Infinity
        : record.gain / record.tries + EXPLORATION * Math.sqrt(Math.log(tries) / record.tries);
    if (value > bestValue) [best, bestValue] = [name, value];
  }
  return best;
}

/** Books the gain of a try; nothing for one that was not accepted. */
export function bookProposer(records: Map<string, ProposerRecord>, name: string, gain: number): void {
  const record = records.get(name) ?? { tries: 0, gain: 0 };
  records.set(name, { tries: record.tries + 1, gain: record.gain + Math.max(0, gain) });
}
