import { Propagated } from '../../../src/logic/sat/kernel.ts';
import { poolReserve } from '../../../src/logic/sat/state/pool-room.ts';
import { Clause, type Memory, Real, Word } from '../../../src/logic/sat/memory.ts';
import { assign } from '../../../src/logic/sat/state/backtrack.ts';
import { watch } from '../../../src/logic/sat/state/watch.ts';

/**
 * Makes true all that follows from the trail. Returns the reference of a clause that became false, or `fully`, or
 * `outOfSpace` when the pool might not hold the watches that the next literal moves; the driver then makes room and
 * calls again.
 *
 * Each clause is watched by its first two literals. A watch is two words: the clause's reference (its complement for
 * a binary clause, which then need not be read) and a blocker, some literal of the clause that, when true, spares
 * the visit.
 *
 * @source Moskewicz et al. 2001 (watched literals); Eén & Sörensson 2003; blockers: Chu, Harwood & Stuckey 2009
 */
export function propagate(m: Memory): number {
  const { words, trail } = m;
  let conflict: number = Propagated.fully;
  let head = words[Word.head]!;
  const start = head;
  while (conflict === Propagated.fully && head < words[Word.trailSize]!) {
    if (words[Word.poolLimit]! - words[Word.poolTop]! < poolReserve(m)) {
      conflict = Propagated.outOfSpace;
      break;
    }
    conflict = visit(m, trail[head]! ^ 1);
    head += 1;
  }
  words[Word.head] = head;
  m.reals[Real.propagations]! += head - start;
  return conflict;
}

/** Visits the clauses that watch a literal which has become false. */
// oxlint-disable-next-line max-lines-per-function -- the inner loop of the solver, kept in one piece
function visit(m: Memory, falsified: number): number {
  const { value, arena, pool } = m;
  let read = m.watchStart[falsified]!;
  let write = read;
  const end = read + m.watchSize[falsified]!;
  let conflict: number = Propagated.fully;
  while (read < end) {
    const reference = pool[read]!;
    const blocker = pool[read + 1]!;
    read += 2;
    const blocked = value[blocker]!;
    if (blocked > 0 || reference < 0) {
      pool[write] = reference;
      pool[write + 1] = blocker;
      write += 2;
      if (blocked > 0) continue;
      if (blocked < 0) {
        conflict = ~reference;
        break;
      }
      assign(m, blocker, ~reference);
      continue;
    }
    const base = reference + Clause.literals;
    const other = arena[base]! ^ arena[base + 1]! ^ falsified;
    const otherValue = value[other]!;
    if (otherValue <= 0) {
      const last = base + arena[reference + Clause.size]!;
      let k = base + 2;
      while (k < last && value[arena[k]!]! < 0) k += 1;
      if (k < last) {
        const replacement = arena[k]!;
        arena[base] = other;
        arena[base + 1] = replacement;
        arena[k] = falsified;
        watch(m, replacement, reference, other);
        continue;
      }
    }
    pool[write] = reference;
    pool[write + 1] = other;
    write += 2;
    if (otherValue < 0) {
      conflict = reference;
      break;
    }
    if (otherValue === 0) assign(m, other, reference);
  }
  if (write !== read) pool.copyWithin(write, read, end);
  m.watchSize[falsified] = write + (end - read) - m.watchStart[falsified]!;
  return conflict;
}
