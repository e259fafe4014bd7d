import { Clause, type Memory, Word } from './memory.ts';

/** Why an assumption cannot hold: the assumptions that exclude it, and what a proof of that needs. */
export interface FailedCore {
  /** Codes of assumptions that cannot hold together. */
  readonly assumptions: readonly number[];
  /** References of the clauses used, latest first. */
  readonly reasons: readonly number[];
  /** Level-0 variables used. */
  readonly units: readonly number[];
}

/**
 * Follows the reasons of the falsified assumption back to decisions, which are assumptions all.
 *
 * @source Eén & Sörensson 2003, Temporal induction by incremental SAT solving: final conflict analysis
 */
export function failedCore(m: Memory): FailedCore {
  const { words, trail, reason, arena, level } = m;
  const failed = words[Word.failed]!;
  const assumptions = [failed];
  const reasons: number[] = [];
  const units: number[] = [];
  const pending = new Set([failed >> 1]);
  if (level[failed >> 1] === 0) return { assumptions, reasons, units: [failed >> 1] };
  for (let i = words[Word.trailSize]! - 1; i >= m.control[0]!; i -= 1) {
    const variable = trail[i]! >> 1;
    if (!pending.has(variable)) continue;
    const reference = reason[variable]!;
    if (reference === 0) {
      assumptions.push(trail[i]!);
      continue;
    }
    reasons.push(reference);
    const first = reference + Clause.literals;
    for (let k = first; k < first + arena[reference + Clause.size]!; k += 1) {
      const other = arena[k]! >> 1;
      if (pending.has(other)) continue;
      pending.add(other);
      if (level[other] === 0) units.push(other);
    }
  }
  return { assumptions, reasons, units };
}
