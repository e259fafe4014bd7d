import { buckets, keptGlue } from '../../../src/logic/sat/wasm/reduce.ts';
import { Clause, firstClause, type Memory, Use, Word } from '../../../src/logic/sat/memory.ts';

/**
 * Marks the worse half of the learnt clauses as doomed: first those not used since the last reduction, and among them
 * those with high glue, then long ones, then older ones. Reasons and clauses of glue ≤ 2 stay. A histogram stands in
 * for sorting.
 *
 * @source Audemard & Simon 2009 (glue); use since the last reduction: CaDiCaL, Biere et al. 2020
 */
export function reduce(m: Memory): void {
  const { arena, histogram } = m;
  const top = m.words[Word.arenaTop]!;
  lockReasons(m);
  histogram.fill(0);
  let candidates = 0;
  for (let ref = firstClause; ref < top; ref += Clause.literals + arena[ref]!) {
    if (!isCandidate(m, ref)) continue;
    histogram[bucketOf(m, ref)]! += 1;
    candidates += 1;
  }
  let quota = candidates >> 1;
  let limit = buckets - 1;
  while (limit > 0 && histogram[limit]! <= quota) {
    quota -= histogram[limit]!;
    limit -= 1;
  }
  for (let ref = firstClause; ref < top; ref += Clause.literals + arena[ref]!) {
    const bucket = isCandidate(m, ref) ? bucketOf(m, ref) : -1;
    const isLast = bucket === limit && quota > 0;
    if (isLast) quota -= 1;
    if (bucket > limit || isLast) arena[ref + Clause.used] = Use.doomed;
  }
}

function lockReasons(m: Memory): void {
  for (let i = 0; i < m.words[Word.trailSize]!; i += 1) {
    const reference = m.reason[m.trail[i]! >> 1]!;
    if (reference !== 0) m.arena[reference + Clause.used]! |= Use.locked;
  }
}

function isCandidate(m: Memory, ref: number): boolean {
  return m.arena[ref + Clause.glue]! > keptGlue && (m.arena[ref + Clause.used]! & Use.locked) === 0;
}

/** Higher is worse: unused, then glue (up to 15), then half the size (up to 15). */
function bucketOf(m: Memory, ref: number): number {
  const glue = Math.min(m.arena[ref + Clause.glue]!, 15);
  const size = Math.min(m.arena[ref + Clause.size]! >> 1, 15);
  return ((m.arena[ref + Clause.used]! & Use.used) === 0 ? 256 : 0) + 16 * glue + size;
}

/** Moves the clauses that are not doomed together, corrects the reasons, and clears what was noted of their use. */
export function pack(m: Memory): void {
  const { words, arena } = m;
  const top = words[Word.arenaTop]!;
  let to = firstClause;
  let next = 0;
  for (let ref = firstClause; ref < top; ref = next) {
    const length = Clause.literals + arena[ref]!;
    const use = arena[ref + Clause.used]!;
    next = ref + length;
    if (use === Use.doomed) {
      words[Word.clauses]! -= 1;
      if (arena[ref + Clause.glue]! > 0) words[Word.learnts]! -= 1;
      continue;
    }
    if ((use & Use.locked) !== 0) moveReason(m, ref, to);
    arena[ref + Clause.used] = 0;
    arena.copyWithin(to, ref, next);
    to += length;
  }
  words[Word.arenaTop] = to;
}

/** The literal that a clause made true is one of its first two. */
function moveReason(m: Memory, from: number, to: number): void {
  for (const place of [from + Clause.literals, from + Clause.literals + 1]) {
    const variable = m.arena[place]! >> 1;
    if (m.reason[variable] === from) m.reason[variable] = to;
  }
}
