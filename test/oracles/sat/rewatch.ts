import { Clause, firstClause, type Memory, Word } from '../../../src/logic/sat/memory.ts';
import { watchClause } from '../../../src/logic/sat/state/watch.ts';

/**
 * Builds all watch lists anew, tightly packed, each with room to double before it has to move. Sound at any level: the
 * first two literals of a clause are always the watched ones. The pool must hold `rewatchSize` words.
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
  for (let ref = firstClause; ref < top; ref += Clause.literals + m.arena[ref]!) {
    if (m.arena[ref + Clause.size]! >= 2) watchClause(m, ref);
  }
}
