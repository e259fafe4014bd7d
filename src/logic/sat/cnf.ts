/**
 * A formula in conjunctive normal form. Clauses lie one after another as DIMACS literals (±1 … ±variables), each closed
 * by a zero.
 *
 * @source DIMACS challenge 1993: Satisfiability, suggested format
 */
export interface Cnf {
  readonly variables: number;
  readonly clauses: Int32Array;
}

/** How many clauses the formula has. */
export function countClauses(cnf: Cnf): number {
  let count = 0;
  for (const literal of cnf.clauses) if (literal === 0) count += 1;
  return count;
}

/** The formula with these clauses, given as lists of DIMACS literals. */
export function cnfOf(variables: number, clauses: readonly (readonly number[])[]): Cnf {
  return { variables, clauses: Int32Array.from(clauses.flatMap((clause) => [...clause, 0])) };
}

/** Whether the assignment (`model[v]` is 1 when variable v is true) makes every clause true. */
export function satisfies(cnf: Cnf, model: Uint8Array): boolean {
  let isTrue = false;
  for (const literal of cnf.clauses) {
    if (literal === 0) {
      if (!isTrue) return false;
      isTrue = false;
    } else if (literal > 0 ? model[literal] === 1 : model[-literal] === 0) isTrue = true;
  }
  return true;
}

/** The formula of the clauses with these numbers, which count from 1. */
export function clausesAt(cnf: Cnf, numbers: readonly number[]): Cnf {
  const wanted = new Set(numbers);
  let number = 1;
  const clauses = cnf.clauses.filter((literal) => {
    const isWanted = wanted.has(number);
    if (literal === 0) number += 1;
    return isWanted;
  });
  return { variables: cnf.variables, clauses };
}
