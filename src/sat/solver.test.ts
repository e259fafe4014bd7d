import { createRng } from '#kernel';
import { describe, expect, it } from 'vitest';
import { type Cnf, satisfies } from './cnf.ts';
import { randomCnf } from './random-cnf.ts';
import { createSolver } from './solver.ts';

/** Whether any of the 2ⁿ assignments is a model. */
function hasModel(cnf: Cnf): boolean {
  const model = new Uint8Array(cnf.variables + 1);
  for (let bits = 0; bits < 2 ** cnf.variables; bits += 1) {
    for (let v = 0; v < cnf.variables; v += 1) model[v + 1] = (bits >> v) & 1;
    if (satisfies(cnf, model)) return true;
  }
  return false;
}

describe('solver', () => {
  it('agrees with brute force on 600 random formulas', () => {
    const rng = createRng('sat/brute');
    const solver = createSolver();
    const seen = { sat: 0, unsat: 0 };
    for (let i = 0; i < 600; i += 1) {
      const variables = rng.int(3, 10);
      const cnf = randomCnf({ variables, clauses: Math.round(variables * (2 + 5 * rng.float())), sizes: [2, 3] }, rng);
      solver.reset();
      solver.add(cnf);
      const result = solver.solve();
      if (result.status === 'unknown') throw new Error('no limit was set');
      expect(result.status).toBe(hasModel(cnf) ? 'sat' : 'unsat');
      expect(result.status === 'unsat' || satisfies(cnf, result.model)).toBe(true);
      seen[result.status] += 1;
    }
    expect(Math.min(seen.sat, seen.unsat)).toBeGreaterThan(50);
  });
});
