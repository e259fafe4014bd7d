import { Fault } from '#kernel';
import { Clause, type Memory, Word } from './memory.ts';
import { assign } from './search/backtrack.ts';

/** The code of a DIMACS literal. */
export function codeOf(literal: number): number {
  return literal > 0 ? 2 * (literal - 1) : -2 * literal - 1;
}

/** The DIMACS literal of a code. */
export function literalOf(code: number): number {
  return (code & 1) === 0 ? (code >> 1) + 1 : -(code >> 1) - 1;
}

/**
 * Appends the clause that begins at `start` and ends at a zero or with the array, at level 0. Repeated literals are dropped, and so is a clause that holds
 * for ever. Two literals that are not false come first, to be watched; one alone is made true with the clause as its
 * reason; none means the formula is refuted. The caller watches the clause later (`rewatch`) and has reserved
 * the room. Returns where the next clause begins.
 *
 * @source Eén & Sörensson 2003, An extensible SAT-solver, addClause; false literals stay, so that ids mean the input
 */
export function loadClause(m: Memory, literals: ArrayLike<number>, start: number, id: number): number {
  const { words, arena, seen, value } = m;
  const reference = words[Word.arenaTop]!;
  const base = reference + Clause.literals;
  let size = 0;
  let free = 0;
  let holds = false;
  let i = start;
  for (; i < literals.length && literals[i] !== 0; i += 1) {
    const code = codeOf(checkedLiteral(m, literals[i]!));
    const bit = 1 << (code & 1);
    const known = seen[code >> 1]!;
    if ((known & bit) !== 0) continue;
    seen[code >> 1] = known | bit;
    if (known !== 0 || value[code]! > 0) holds = true;
    arena[base + size] = code;
    if (value[code] === 0) {
      arena[base + size] = arena[base + free]!;
      arena[base + free] = code;
      free += 1;
    }
    size += 1;
  }
  for (let k = base; k < base + size; k += 1) seen[arena[k]! >> 1] = 0;
  if (holds) return i + 1;
  arena[reference + Clause.size] = size;
  arena[reference + Clause.glue] = 0;
  arena[reference + Clause.id] = id;
  arena[reference + Clause.used] = 0;
  words[Word.arenaTop] = base + size;
  words[Word.clauses]! += 1;
  if (free === 0 && words[Word.conflict] === 0) words[Word.conflict] = reference;
  if (free === 1) assign(m, arena[base]!, reference);
  return i + 1;
}

function checkedLiteral(m: Memory, literal: number): number {
  const variables = m.words[Word.variables]!;
  if (Number.isInteger(literal) && literal !== 0 && literal <= variables && -literal <= variables) return literal;
  throw new Fault('sat/bad-literal', `literal ${literal} is not one of ±1 … ±${variables}`, {
    details: { literal, variables },
  });
}
