import type { SimpleClause } from './clause-set.ts';
import type { Marks } from './marks.ts';

/** Resolvents longer than this stand in the way of an elimination. */
const maxResolvent = 100;

/** What comes of resolving: the clauses, unless they are too many or too long, and how many literals were read. */
export interface Resolvents {
  readonly clauses: readonly { readonly literals: number[]; readonly hints: readonly [number, number] }[] | undefined;
  readonly effort: number;
}

/**
 * All resolvents on a variable that are no tautologies, if they are at most `most`.
 *
 * @source Davis & Putnam 1960
 */
export function resolventsOn(
  variable: number,
  sides: {
    readonly positive: readonly SimpleClause[];
    readonly negative: readonly SimpleClause[];
    readonly most: number;
  },
  marks: Marks,
): Resolvents {
  const clauses: { literals: number[]; hints: [number, number] }[] = [];
  let effort = 0;
  for (const p of sides.positive) {
    marks.set(p.literals);
    for (const n of sides.negative) {
      effort += n.literals.length;
      if (n.literals.some((literal) => literal >> 1 !== variable && marks.has(literal ^ 1))) continue;
      if (clauses.length === sides.most) return { effort, clauses: undefined };
      const literals = p.literals.filter((literal) => literal >> 1 !== variable);
      for (const literal of n.literals) if (literal >> 1 !== variable && !marks.has(literal)) literals.push(literal);
      if (literals.length > maxResolvent) return { effort, clauses: undefined };
      clauses.push({ literals, hints: [p.id, n.id] });
    }
  }
  return { effort, clauses };
}
