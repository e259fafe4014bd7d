import { createRng } from '#kernel';
import { describe, expect, it } from 'vitest';
import { checkProof } from './check/check-proof.ts';
import { type Cnf, cnfOf, countClauses } from './cnf.ts';
import { type ProofFormat, writeProof } from './proof/write-proof.ts';
import { randomCnf } from './random-cnf.ts';
import { createSolver } from './solver.ts';

const formats: readonly ProofFormat[] = ['lrat', 'drat', 'drat-binary'];

/** Refutations of random formulas near the threshold. */
function* refutations(count: number, variables: number): Generator<{ cnf: Cnf; proof: Int32Array }> {
  const rng = createRng(`sat/proofs/${variables}`);
  const solver = createSolver({ proof: true });
  for (let found = 0; found < count;) {
    const cnf = randomCnf({ variables, clauses: Math.round(4.8 * variables), sizes: [2, 4] }, rng);
    solver.reset();
    solver.add(cnf);
    if (solver.solve().status !== 'unsat') continue;
    found += 1;
    yield { cnf, proof: solver.proof };
  }
}

describe('proofs', () => {
  it.each(formats)('are accepted in %s, with a core that is unsatisfiable itself', (format) => {
    for (const { cnf, proof } of refutations(60, 30)) {
      const result = checkProof(cnf, writeProof(proof, format));
      if (!result.verified) throw new Error(`line ${result.line}: ${result.reason}`);
      expect(result.format).toBe(format);
      expect(result.core().length).toBeLessThanOrEqual(countClauses(cnf));
      const clauses = [...cnf.clauses]
        .join(' ')
        .split(/\b0\b/)
        .map((part) => part.trim().split(' ').map(Number));
      const core = cnfOf(
        cnf.variables,
        result.core().map((number) => clauses[number - 1]!),
      );
      const solver = createSolver();
      solver.add(core);
      expect(solver.solve().status).toBe('unsat');
    }
  });
});
