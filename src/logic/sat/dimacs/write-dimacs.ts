import { type Cnf, countClauses } from '../cnf.ts';

/**
 * The formula as DIMACS text, one clause a line.
 *
 * @source DIMACS challenge 1993: Satisfiability, suggested format
 */
export function writeDimacs(cnf: Cnf): string {
  const parts = [`p cnf ${cnf.variables} ${countClauses(cnf)}\n`];
  for (const literal of cnf.clauses) parts.push(literal === 0 ? '0\n' : `${literal} `);
  return parts.join('');
}
