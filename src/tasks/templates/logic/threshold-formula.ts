import type { Rng } from '#foundation/kernel';
import { type Clause, drawClause, lengthsOf } from './clause-set.ts';

/**
 * How many clauses of 2, 3, 4 and 5 literals make about half of all random formulas satisfiable: measured shares of SAT
 * over 2,000 formulas lie between 0.48 and 0.52. With the lengths fixed, nothing countable tells SAT from UNSAT.
 */
const thresholdMix: Readonly<Record<string, readonly number[]>> = {
  '4/4n': lengthsOf([5, 9, 2]),
  '4/8n': lengthsOf([2, 10, 20]),
  '8/4n': lengthsOf([8, 20, 2, 2]),
  '8/8n': lengthsOf([4, 12, 40, 8]),
  '16/4n': lengthsOf([11, 45, 4, 4]),
  '16/8n': lengthsOf([8, 12, 92, 16]),
};

/**
 * A random formula whose clauses all differ: a clause twice would make it shorter than it looks, and satisfiable more often.
 * Only 32 clauses over 4 variables may repeat, as 32 different ones are nearly never satisfiable.
 */
export function drawBlindly(variables: number, clauses: '4n' | '8n', rng: Rng): Clause[] {
  const seen = variables === 4 && clauses === '8n' ? undefined : new Set<number>();
  const drawn: Clause[] = [];
  for (const length of thresholdMix[`${variables}/${clauses}`]!) {
    drawn.push(drawNew(variables, length, seen, rng));
  }
  return drawn;
}

/** A clause that is not in `seen`, and is afterwards. */
function drawNew(variables: number, length: number, seen: Set<number> | undefined, rng: Rng): Clause {
  for (;;) {
    const clause = drawClause(variables, length, rng);
    if (seen === undefined) return clause;
    const code = codeOf(clause);
    if (seen.has(code)) continue;
    seen.add(code);
    return clause;
  }
}

/** The same number for the same literals in any order; at most 16 variables. */
function codeOf(clause: Clause): number {
  let code = 0;
  for (const literal of clause) code |= literal > 0 ? 1 << (literal - 1) : 1 << (15 - literal);
  return code;
}
