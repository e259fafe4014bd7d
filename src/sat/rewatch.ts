import { Clause, type Memory, Word } from './memory.ts';
import { poolReserve } from './search/propagate.ts';
import { watchClause } from './search/watch.ts';

/**
 * Builds all watch lists anew, tightly packed, each with room to double before it has to move. Sound at any level: the
 * first two literals of a clause are always the watched ones.
 *
 * @source the compaction of MiniSat's occurrence lists, Eén & Sörensson 2003, on a flat pool
 */
export function rewatch(m: Memory): void {
  const literals = 2 * m.words[Word.variables]!;
  m.watchSize.fill(0, 0, literals);
  const top = m.words[Word.arenaTop]!;
  for (let ref = firstClause; ref < top; ref += Clause.literals + m.arena[ref]!) {
    if (m.arena[ref + Clause.size]! < 2) continue;
    m.watchSize[m.arena[ref + Clause.literals]!]! += 2;
    m.watchSize[m.arena[ref + Clause.literals + 1]!]! += 2;
  }
  let start = 0;
  for (let literal = 0; literal < literals; literal += 1) {
    const limit = 2 * m.watchSize[literal]! + 4;
    m.watchStart[literal] = start;
    m.watchLimit[literal] = limit;
    m.watchSize[literal] = 0;
    start += limit;
  }
  m.words[Word.poolTop] = start;
  m.reserve({ pool: start + 2 * poolReserve(m) });
  for (let ref = firstClause; ref < top; ref += Clause.literals + m.arena[ref]!) {
    if (m.arena[ref + Clause.size]! >= 2) watchClause(m, ref);
  }
}

/** The reference of the first clause in the arena; 0 means "no clause". */
export const firstClause = 4;

/** Makes room for one more learnt clause of any size and for the watches of one more visit. */
export function makeRoom(m: Memory): void {
  m.reserve({ arena: m.words[Word.arenaTop]! + 2 * (m.words[Word.variables]! + Clause.literals) });
  if (m.words[Word.poolLimit]! - m.words[Word.poolTop]! < 2 * poolReserve(m)) rewatch(m);
}
