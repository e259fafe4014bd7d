import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { checkProof } from '../check/check-proof.ts';
import { type Cnf, cnfOf, satisfies } from '../cnf.ts';
import { hasModel } from '../fixtures/has-model.ts';
import { type ProofFormat, writeProof } from '../proof/write-proof.ts';
import { randomCnf } from '../random-cnf.ts';
import { createSolver } from '../solver.ts';
import { createReference } from '../../../../test/oracles/sat/reference-kernel.ts';
import { createKernel } from '../wasm/create-kernel.ts';

const formats: readonly ProofFormat[] = ['lrat', 'drat', 'drat-binary'];

/** The answer, and whether the model fits or the checker, which shares no code with the solver, accepts the proof. */
function answer(cnf: Cnf, solver: ReturnType<typeof createSolver>): { status: string; isShown: boolean } {
  solver.reset();
  solver.add(cnf);
  const result = solver.solve();
  const isShown =
    result.status === 'sat'
      ? satisfies(cnf, result.model)
      : formats.every((format) => checkProof(cnf, writeProof(solver.proof, format), format).verified);
  return { status: result.status, isShown };
}

/** Whether variables may be gone, of a solver that found a model. */
function isSimplified(solver: ReturnType<typeof createSolver>): boolean {
  try {
    solver.solve({ assumptions: [1] });
    return false;
  } catch {
    return true;
  }
}

/** One pigeon more than there are holes: variable pigeon · holes + hole + 1. */
function pigeons(holes: number): Cnf {
  const at = (pigeon: number, hole: number): number => pigeon * holes + hole + 1;
  const each = Array.from({ length: holes }, (_, i) => i);
  const all = [...each, holes];
  const pairs = all.flatMap((a) => all.filter((b) => a < b).map((b) => [a, b] as const));
  const alone = each.flatMap((hole) => pairs.map(([a, b]) => [-at(a, hole), -at(b, hole)]));
  return cnfOf(holes * (holes + 1), [...all.map((pigeon) => each.map((hole) => at(pigeon, hole))), ...alone]);
}

describe('a solver that simplifies', () => {
  it('agrees with brute force on small formulas; every model and every proof is checked', () => {
    const solver = createSolver({ proof: true, inprocess: true, inprocessAfter: 0 });
    const seen = { sat: 0, unsat: 0 };
    for (let i = 0; i < 250; i += 1) {
      const rng = createRng(`sat/inprocess/${i}`);
      const variables = rng.int(2, 9);
      const clauses = Math.round(variables * (1 + 6 * rng.float()));
      const cnf = randomCnf({ variables, clauses, sizes: [rng.int(1, 2), Math.min(5, variables)] }, rng);
      const expected = hasModel(cnf) ? 'sat' : 'unsat';
      expect(answer(cnf, solver), `formula ${i}`).toEqual({ status: expected, isShown: true });
      seen[expected] += 1;
    }
    expect(Math.min(seen.sat, seen.unsat)).toBeGreaterThan(60);
  });

  it('shows a refutation on whose way it forgets and vivifies; both kernels take the same steps', () => {
    const cnf = pigeons(6);
    const proofs = [createKernel(), createReference()].map((kernel) => {
      const solver = createSolver({ proof: true, inprocess: true, inprocessAfter: 0, kernel });
      solver.add(cnf);
      const { status, stats } = solver.solve();
      expect(status).toBe('unsat');
      expect(stats.reductions).toBeGreaterThan(0);
      return solver.proof;
    });
    expect(proofs[1]).toEqual(proofs[0]);
    expect(checkProof(cnf, proofs[0]!)).toMatchObject({ verified: true });
  });

  it('simplifies amid the search: proofs rest on clauses learnt before and after', () => {
    const solver = createSolver({ proof: true, inprocess: true, inprocessAfter: 40 });
    const seen = { sat: 0, unsat: 0, late: 0 };
    for (let i = 0; i < 40; i += 1) {
      const cnf = randomCnf({ variables: 80, clauses: 341, sizes: [3, 3] }, createRng(`sat/inprocess-late/${i}`));
      const { status, isShown } = answer(cnf, solver);
      expect(isShown, `formula ${i}`).toBe(true);
      seen[status === 'sat' ? 'sat' : 'unsat'] += 1;
      if (status === 'sat' && isSimplified(solver)) seen.late += 1;
    }
    expect(Math.min(seen.sat, seen.unsat, seen.late)).toBeGreaterThan(3);
  });

  it('eliminates: a chain of definitions is answered without a decision', () => {
    const links = Array.from({ length: 50 }, (_, i) => [
      [-(i + 1), i + 2],
      [i + 1, -(i + 2)],
    ]).flat();
    const solver = createSolver({ proof: true, inprocess: true, inprocessAfter: 0 });
    solver.add(cnfOf(51, [...links, [1, 51], [-1, -51]]));
    const result = solver.solve();
    expect(result).toMatchObject({ status: 'unsat', stats: { decisions: 0, conflicts: 0 } });
  });

  it('takes no clause and no assumption once variables may be gone', () => {
    const solver = createSolver({ inprocess: true, inprocessAfter: 0 });
    solver.add(cnfOf(3, [[1, 2], [-2, 3]])); // prettier-ignore
    expect(solver.solve().status).toBe('sat');
    expect(() => solver.addClause([1])).toThrow(/simplified/);
    expect(() => solver.solve({ assumptions: [1] })).toThrow(/simplified/);
    expect(solver.solve().status).toBe('sat');
  });

  it('keeps all variables for a call with assumptions', () => {
    const solver = createSolver({ inprocess: true, inprocessAfter: 0 });
    solver.add(cnfOf(3, [[1, 2], [-2, 3]])); // prettier-ignore
    expect(solver.solve({ assumptions: [-1, -3] })).toMatchObject({ status: 'unsat' });
    solver.addClause([-1]);
    expect(solver.solve()).toMatchObject({ status: 'sat', model: Uint8Array.of(0, 0, 1, 1) });
  });
});
