import { codeOf } from '../../../src/logic/sat/literal.ts';
import { Clause, type Memory, Word } from '../../../src/logic/sat/memory.ts';
import { assign } from '../../../src/logic/sat/state/backtrack.ts';

/**
 * Loads clauses at level 0. They stand as valid DIMACS words in the arena itself, from `start` on to its end, far enough
 * behind the top that the growing part never reaches those still to be read. Ids count up from `id`.
 *
 * Repeated literals are dropped, and so is a clause that holds for ever. Two literals that are not false come first,
 * to be watched; one alone is made true with the clause as its reason; none means the formula is refuted.
 * Clauses are watched later, by `rewatch`.
 *
 * @source Eén & Sörensson 2003, An extensible SAT-solver, addClause; false literals stay, so that ids mean the input
 */
export function load(m: Memory, start: number, id: number): void {
  const end = m.words[Word.arenaLimit]!;
  let nextId = id;
  for (let at = start; at < end; nextId += 1) at = loadClause(m, at, nextId);
}

function loadClause(m: Memory, start: number, id: number): number {
  const { words, arena, seen, value } = m;
  const reference = words[Word.arenaTop]!;
  const base = reference + Clause.literals;
  let size = 0;
  let free = 0;
  let holds = false;
  let at = start;
  for (; arena[at] !== 0; at += 1) {
    const code = codeOf(arena[at]!);
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
  if (holds) return at + 1;
  arena[reference + Clause.size] = size;
  arena[reference + Clause.glue] = 0;
  arena[reference + Clause.id] = id;
  arena[reference + Clause.used] = 0;
  words[Word.arenaTop] = base + size;
  words[Word.clauses]! += 1;
  if (free === 0 && words[Word.conflict] === 0) words[Word.conflict] = reference;
  if (free === 1) assign(m, arena[base]!, reference);
  return at + 1;
}
