import type { ClauseSet, SimpleClause } from './clause-set.ts';
import type { Marks } from './marks.ts';

/** That a clause makes another needless, in place of a literal to take from it. */
export const subsumes = -2;
const none = -1;

/** What one clause does to another: `subsumes`, or the literal that goes. */
export interface Subsumed {
  readonly clause: SimpleClause;
  readonly what: number;
}

/**
 * The clauses that one clause makes needless or shorter: C ⊆ D, or C ∖ {l} ⊆ D ∖ {¬l}, where the resolvent on l is D
 * without ¬l.
 *
 * @source Eén & Biere 2005: backward subsumption with signatures, self-subsuming resolution
 */
export function subsumedBy(clause: SimpleClause, set: ClauseSet, marks: Marks): Subsumed[] {
  let rare = clause.literals[0]!;
  let fewest = Infinity;
  for (const literal of clause.literals) {
    const count = set.count(literal) + set.count(literal ^ 1);
    if (count >= fewest) continue;
    fewest = count;
    rare = literal;
  }
  marks.set(clause.literals);
  const found: Subsumed[] = [];
  for (const literal of [rare, rare ^ 1]) {
    for (const other of set.having(literal)) {
      if (other === clause || other.literals.length < clause.literals.length) continue;
      if ((clause.signature & ~other.signature) !== 0) continue;
      set.effort += other.literals.length;
      const what = compare(clause.literals.length, other.literals, marks);
      if (what !== none) found.push({ clause: other, what });
    }
  }
  return found;
}

function compare(size: number, literals: readonly number[], marks: Marks): number {
  let same = 0;
  let flipped = none;
  for (const literal of literals) {
    if (marks.has(literal)) same += 1;
    else if (marks.has(literal ^ 1)) {
      if (flipped !== none) return none;
      flipped = literal;
    }
  }
  if (same === size) return subsumes;
  return same === size - 1 ? flipped : none;
}
