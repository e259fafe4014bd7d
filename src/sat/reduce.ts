import { Clause, type Memory, Word } from './memory.ts';
import { firstClause, rewatch } from './rewatch.ts';

/**
 * Forgets the worse half of the learnt clauses: those with high glue, then long ones, then older ones. Kept in any
 * case: glue at most 2, reasons, and clauses used since the last reduction. Clauses true at level 0 go too. The arena
 * is then packed and the watches are built anew.
 *
 * @source Audemard & Simon 2009 (glue); the `used` tier is CaDiCaL's, Biere et al. 2020
 */
export function reduce(m: Memory, forget: (reference: number) => void): void {
  const { words, arena } = m;
  const isReason = reasonTest(m);
  const top = words[Word.arenaTop]!;
  const candidates: number[] = [];
  for (let ref = firstClause; ref < top; ref += Clause.literals + arena[ref]!) {
    const glue = arena[ref + Clause.glue]!;
    const used = arena[ref + Clause.used]!;
    arena[ref + Clause.used] = 0;
    if (glue > 2 && used === 0 && !isReason(ref)) candidates.push(ref);
  }
  candidates.sort((a, b) => arena[b + Clause.glue]! - arena[a + Clause.glue]! || arena[b]! - arena[a]! || a - b);
  const doomed = new Set(candidates.slice(0, candidates.length >> 1));
  for (const ref of doomed) forget(ref);
  pack(m, doomed);
  rewatch(m);
}

/** Whether a clause is the reason of an assignment. */
function reasonTest(m: Memory): (reference: number) => boolean {
  const reasons = new Set<number>();
  for (let i = 0; i < m.words[Word.trailSize]!; i += 1) reasons.add(m.reason[m.trail[i]! >> 1]!);
  return (reference) => reasons.has(reference);
}

/** Moves the remaining clauses together and corrects the reasons. */
function pack(m: Memory, doomed: ReadonlySet<number>): void {
  const { words, arena } = m;
  const moved = new Map<number, number>();
  const top = words[Word.arenaTop]!;
  let to = firstClause;
  let next = 0;
  for (let ref = firstClause; ref < top; ref = next) {
    const length = Clause.literals + arena[ref]!;
    next = ref + length;
    if (doomed.has(ref)) {
      words[Word.clauses]! -= 1;
      words[Word.learnts]! -= 1;
      continue;
    }
    if (to !== ref) {
      moved.set(ref, to);
      arena.copyWithin(to, ref, next);
    }
    to += length;
  }
  words[Word.arenaTop] = to;
  for (let i = 0; i < words[Word.trailSize]!; i += 1) {
    const variable = m.trail[i]! >> 1;
    m.reason[variable] = moved.get(m.reason[variable]!) ?? m.reason[variable]!;
  }
}
