/** A CDCL solver with proofs, and a checker of its own. */
export { checkProof, type CheckResult } from './check/check-proof.ts';
export { clausesAt, type Cnf, cnfOf, countClauses, satisfies } from './cnf.ts';
export { parseDimacs } from './dimacs/parse-dimacs.ts';
export { writeDimacs } from './dimacs/write-dimacs.ts';
export { type ProofFormat, writeProof } from './proof/write-proof.ts';
export { randomCnf } from './random-cnf.ts';
export { type Solved, solve } from './solve.ts';
export { createSolver, type Solver, type SolverOptions, type SolveResult } from './solver.ts';
