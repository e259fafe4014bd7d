import { Clause, firstClause, type Memory, Word } from '../memory.ts';
import { assign } from '../state/backtrack.ts';
import { heapInsert } from '../state/heap.ts';

/** A clause outside the arena. */
export interface LooseClause {
  readonly literals: readonly number[];
  readonly glue: number;
  readonly id: number;
  readonly used: number;
}

/** Copies all clauses out of the arena. */
export function readClauses(m: Memory): LooseClause[] {
  const { arena } = m;
  const clauses: LooseClause[] = [];
  for (let ref = firstClause; ref < m.words[Word.arenaTop]!; ref += Clause.literals + arena[ref]!) {
    const first = ref + Clause.literals;
    clauses.push({
      literals: Array.from(arena.subarray(first, first + arena[ref + Clause.size]!)),
      glue: arena[ref + Clause.glue]!,
      id: arena[ref + Clause.id]!,
      used: arena[ref + Clause.used]!,
    });
  }
  return clauses;
}

/**
 * Makes these the clauses of the arena, at level 0, where no clause is true: two literals that are not false come first, one
 * alone is made true, none refutes. Watches are built afterwards, by `rewatch`.
 *
 * @source `load`, for clauses that have ids already
 */
export function writeClauses(m: Memory, clauses: readonly LooseClause[]): void {
  m.reserve({ arena: firstClause + clauses.reduce((sum, { literals }) => sum + Clause.literals + literals.length, 0) });
  const { words } = m;
  words[Word.arenaTop] = firstClause;
  words[Word.clauses] = 0;
  words[Word.learnts] = 0;
  for (const clause of clauses) writeClause(m, clause);
}

function writeClause(m: Memory, { literals, glue, id, used }: LooseClause): void {
  const { words, arena, value } = m;
  const free = literals.filter((literal) => value[literal] === 0);
  const ref = words[Word.arenaTop]!;
  arena[ref + Clause.size] = literals.length;
  arena[ref + Clause.glue] = glue;
  arena[ref + Clause.id] = id;
  arena[ref + Clause.used] = used;
  arena.set(free, ref + Clause.literals);
  arena.set(
    literals.filter((literal) => value[literal] !== 0),
    ref + Clause.literals + free.length,
  );
  words[Word.arenaTop] = ref + Clause.literals + literals.length;
  words[Word.clauses]! += 1;
  if (glue > 0) words[Word.learnts]! += 1;
  if (free.length === 0 && words[Word.conflict] === 0) words[Word.conflict] = ref;
  if (free.length === 1) assign(m, free[0]!, ref);
}

/** Leaves only variables among those that may be decided for which `isOpen` holds. */
export function keepInHeap(m: Memory, isOpen: (variable: number) => boolean): void {
  const kept = Array.from(m.heap.subarray(0, m.words[Word.heapSize])).filter((v) => isOpen(v));
  for (let v = 0; v < m.words[Word.variables]!; v += 1) m.heapAt[v] = -1;
  m.words[Word.heapSize] = 0;
  for (const v of kept) heapInsert(m, v);
}
