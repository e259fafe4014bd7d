import type { Cnf } from './cnf.ts';
import { createSolver, type SolveOptions, type Solver, type SolverOptions, type SolveResult } from './solver.ts';

/** An answer with the proof that goes with it: records of `ProofTrace`, empty without `proof`. */
export type Solved = SolveResult & { readonly proof: Int32Array };

/**
 * Solvers between calls, by their options. A WebAssembly memory reserves gigabytes of address space until it is collected: a
 * new one per call runs out of it after some thousand calls. What a solver did before leaves no trace in its answers.
 */
const idle = new Map<string, Solver>();

/**
 * Solves one formula.
 *
 * @source the solver's own, see `solver.ts`
 */
export function solve(cnf: Cnf, options: Omit<SolverOptions, 'kernel'> & SolveOptions = {}): Solved {
  const key = `${options.proof ?? false} ${options.seed ?? 0} ${options.inprocess ?? false} ${options.inprocessAfter ?? ''}`;
  const solver = idle.get(key) ?? createSolver(options);
  idle.delete(key);
  solver.reset();
  solver.add(cnf);
  const solved = { ...solver.solve(options), proof: solver.proof.slice() };
  if (idle.size < maxIdle) idle.set(key, solver);
  return solved;
}

const maxIdle = 4;
