import { type Memory, Word } from '../memory.ts';

/**
 * Words of pool that visiting one literal can use at most: every list doubles when it moves, and lists together hold
 * two watches of two words per clause.
 *
 * @source Moskewicz et al. 2001 (watched literals), on a flat pool
 */
export function poolReserve(m: Memory): number {
  return 32 * m.words[Word.clauses]! + 64;
}

/** Most words of pool that the lists take after `rewatch`: four per clause, doubled, and four per literal. */
export function rewatchSize(m: Memory): number {
  return 8 * m.words[Word.clauses]! + 8 * m.words[Word.variables]!;
}
