import type { Cnf } from './cnf.ts';
import { createSolver, type SolveOptions, type SolverOptions, type SolveResult } from './solver.ts';

/** An answer with the proof that goes with it: records of `ProofTrace`, empty without `proof`. */
export type Solved = SolveResult & { readonly proof: Int32Array };

/**
 * Solves one formula.
 *
 * @source the solver's own, see `solver.ts`
 */
export function solve(cnf: Cnf, options: SolverOptions & SolveOptions = {}): Solved {
  const solver = createSolver(options);
  solver.add(cnf);
  return { ...solver.solve(options), proof: solver.proof.slice() };
}
