import type { Rng } from '#foundation/kernel';

/** Literals are ±(1..n), as in DIMACS. */
export type Clause = readonly number[];

/** A clause of `length` different variables, each plain or negated with even chance. */
export function drawClause(variables: number, length: number, rng: Rng): number[] {
  const clause: number[] = [];
  for (let used = 0; clause.length < length;) {
    const word = rng.below(2 * variables);
    const variable = word >>> 1;
    if ((used >>> variable) & 1) continue;
    used |= 1 << variable;
    clause.push(word & 1 ? -variable - 1 : variable + 1);
  }
  return clause;
}

/** Lengths `counts[0]` times 2, `counts[1]` times 3, and so on. */
export function lengthsOf(counts: readonly number[]): number[] {
  return counts.flatMap((count, i) => Array.from({ length: count }, () => i + 2));
}

/** `(x1 or not x2) and (x3 or x4)`. */
export function clausesText(clauses: readonly Clause[]): string {
  return clauses
    .map((clause) => `(${clause.map((literal) => (literal > 0 ? `x${literal}` : `not x${-literal}`)).join(' or ')})`)
    .join(' and ');
}

/** Every literal over `variables`: x1, not x1, x2, … */
export function literalsOf(variables: number): number[] {
  return Array.from({ length: 2 * variables }, (_, i) => (i % 2 === 0 ? i / 2 + 1 : -(i + 1) / 2));
}

/** How many literals there are, and how many of them are plain. */
export function literalCounts(clauses: readonly Clause[]): { literals: number; positive: number } {
  let literals = 0;
  let positive = 0;
  for (const clause of clauses) {
    literals += clause.length;
    for (const literal of clause) if (literal > 0) positive += 1;
  }
  return { literals, positive };
}
