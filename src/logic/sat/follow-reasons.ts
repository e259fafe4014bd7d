import { Clause, type Memory, Word } from './memory.ts';

/** What a set of assignments rests on. */
export interface Followed {
  /** Codes of decisions, latest first. */
  readonly decisions: readonly number[];
  /** References of the clauses used, latest first. */
  readonly reasons: readonly number[];
  /** Level-0 variables used. */
  readonly units: readonly number[];
}

/**
 * Follows the reasons of assigned variables back to decisions.
 *
 * @source Eén & Sörensson 2003, Temporal induction by incremental SAT solving: final conflict analysis
 */
export function followReasons(m: Memory, variables: Iterable<number>): Followed {
  const { words, trail, reason, arena, level } = m;
  const pending = new Set(variables);
  const decisions: number[] = [];
  const reasons: number[] = [];
  const units = [...pending].filter((variable) => level[variable] === 0);
  const end = words[Word.level] === 0 ? words[Word.trailSize]! : m.control[0]!;
  for (let i = words[Word.trailSize]! - 1; i >= end; i -= 1) {
    const variable = trail[i]! >> 1;
    if (!pending.has(variable)) continue;
    const reference = reason[variable]!;
    if (reference === 0) {
      decisions.push(trail[i]!);
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
  return { decisions, reasons, units };
}
