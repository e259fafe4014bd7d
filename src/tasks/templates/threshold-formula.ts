import type { Rng } from '#kernel';
import { type Clause, drawClause, lengthsOf } from './clause-set.ts';
import { masksOf, satisfy } from './satisfies.ts';

/**
 * How many clauses of 2, 3, 4 and 5 literals make about half of all random formulas satisfiable: measured shares of SAT
 * over 600 formulas lie between 0.47 and 0.53. With the lengths fixed, nothing countable tells SAT from UNSAT.
 */
export const thresholdMix: Readonly<Record<string, readonly number[]>> = {
  '4/4n': lengthsOf([7, 7, 2]),
  '4/8n': lengthsOf([2, 10, 20]),
  '8/4n': lengthsOf([9, 19, 2, 2]),
  '8/8n': lengthsOf([4, 12, 40, 8]),
  '16/4n': lengthsOf([11, 45, 4, 4]),
  '16/8n': lengthsOf([8, 12, 92, 16]),
};

/** A random formula at the threshold with the wanted label: drawn again until it has it, so about twice. */
export function drawThresholdFormula(
  variables: number,
  clauses: '4n' | '8n',
  satisfiable: boolean,
  rng: Rng,
): Clause[] {
  const mix = thresholdMix[`${variables}/${clauses}`]!;
  for (;;) {
    const drawn = mix.map((length) => drawClause(variables, length, rng));
    if ((satisfy(masksOf(drawn)) !== undefined) === satisfiable) return rng.shuffle(drawn);
  }
}
