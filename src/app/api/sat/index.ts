/** A SAT solver whose proofs others can check: `import { solve } from 'pawl/sat'`. */
export {
  checkProof,
  type CheckResult,
  type Cnf,
  cnfOf,
  createSolver,
  parseDimacs,
  type ProofFormat,
  randomCnf,
  satisfies,
  solve,
  type Solved,
  type Solver,
  type SolverOptions,
  type SolveResult,
  writeDimacs,
  writeProof,
} from '#logic/sat';
