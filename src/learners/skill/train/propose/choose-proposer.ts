import type { ProposerName } from '../settings.ts';

/** What a way to make candidates has earned so far. */
export interface ProposerRecord {
  readonly tries: number;
  /** Sum of the gains of its changes: by training rollouts while they are in a draft, none where the gate refused them. */
  readonly gain: number;
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

/** The records with so many more tries and so much more gain of one proposer. */
export function withProposerGain(
  records: ReadonlyMap<string, ProposerRecord>,
  name: string,
  { tries, gain }: ProposerRecord,
): ReadonlyMap<string, ProposerRecord> {
  const known = records.get(name) ?? { tries: 0, gain: 0 };
  return new Map(records).set(name, { tries: known.tries + tries, gain: known.gain + gain });
}
