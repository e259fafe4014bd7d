import { Fault } from '#foundation/kernel';

/**
 * Counts the clauses; a literal past the variables or a clause without its zero is a fault.
 *
 * @source the DIMACS format of the second DIMACS challenge, 1993
 */
export function checkClauses(clauses: Int32Array, variables: number): number {
  let count = 0;
  for (let i = 0; i < clauses.length; i += 1) {
    const literal = clauses[i]!;
    if (literal === 0) count += 1;
    else if (literal > variables || literal < -variables) checkLiteral(literal, variables);
  }
  if (clauses.length > 0 && clauses[clauses.length - 1] !== 0) {
    throw new Fault('sat/open-clause', `the last clause ends with ${clauses.at(-1)}, not with 0`);
  }
  return count;
}

export function checkLiteral(literal: number, variables: number): void {
  if (Number.isInteger(literal) && literal !== 0 && Math.abs(literal) <= variables) return;
  throw new Fault('sat/bad-literal', `literal ${literal} is not one of ±1 … ±${variables}`, {
    details: { literal, variables },
  });
}
