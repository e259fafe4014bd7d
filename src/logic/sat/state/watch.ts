import { Clause, type Memory, Word } from '../memory.ts';

/**
 * Adds a watch to a literal's list; `reference` is complemented for a binary clause. A full list moves to the top of
 * the pool with twice the room; the caller has made sure that the pool has it.
 *
 * @source Moskewicz et al. 2001 (watched literals); blockers: Chu, Harwood & Stuckey 2009
 */
export function watch(m: Memory, literal: number, reference: number, blocker: number): void {
  const size = m.watchSize[literal]!;
  if (size === m.watchLimit[literal]!) moveList(m, literal);
  const at = m.watchStart[literal]! + size;
  m.pool[at] = reference;
  m.pool[at + 1] = blocker;
  m.watchSize[literal] = size + 2;
}

function moveList(m: Memory, literal: number): void {
  const size = m.watchSize[literal]!;
  const start = m.watchStart[literal]!;
  const top = m.words[Word.poolTop]!;
  const limit = size < 4 ? 8 : 2 * size;
  m.pool.copyWithin(top, start, start + size);
  m.watchStart[literal] = top;
  m.watchLimit[literal] = limit;
  m.words[Word.poolTop] = top + limit;
}

/** Watches a clause of the arena by its first two literals. */
export function watchClause(m: Memory, reference: number): void {
  const first = m.arena[reference + Clause.literals]!;
  const second = m.arena[reference + Clause.literals + 1]!;
  const tagged = m.arena[reference + Clause.size] === 2 ? ~reference : reference;
  watch(m, first, tagged, second);
  watch(m, second, tagged, first);
}

/** Takes both watches of a clause away. */
export function unwatchClause(m: Memory, reference: number): void {
  const tagged = m.arena[reference + Clause.size] === 2 ? ~reference : reference;
  for (const literal of [m.arena[reference + Clause.literals]!, m.arena[reference + Clause.literals + 1]!]) {
    const end = m.watchStart[literal]! + m.watchSize[literal]!;
    let at = m.watchStart[literal]!;
    while (m.pool[at] !== tagged) at += 2;
    m.pool.copyWithin(at, at + 2, end);
    m.watchSize[literal]! -= 2;
  }
}
