import { createRng, type Rng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { checkProof } from './check/check-proof.ts';
import { type Cnf, cnfOf, satisfies } from './cnf.ts';
import { hasModel } from './fixtures/has-model.ts';
import { writeProof } from './proof/write-proof.ts';
import { randomCnf } from './random-cnf.ts';
import { createSolver, type Solver, type SolveResult } from './solver.ts';
import { solve } from './solve.ts';
import { createReference } from '../../../test/oracles/sat/reference-kernel.ts';
import { createKernel } from './wasm/create-kernel.ts';

function smallCnf(rng: Rng): Cnf {
  const variables = rng.int(2, 11);
  const clauses = Math.round(variables * (1 + 6 * rng.float()));
  return randomCnf({ variables, clauses, sizes: [rng.int(1, 2), Math.min(4, variables)] }, rng);
}

function solveFresh(solver: Solver, cnf: Cnf): SolveResult {
  solver.reset();
  solver.add(cnf);
  return solver.solve();
}

/** n + 1 pigeons in n holes. */
function pigeons(holes: number): Cnf {
  const at = (pigeon: number, hole: number): number => pigeon * holes + hole + 1;
  const clauses: number[][] = [];
  for (let p = 0; p <= holes; p += 1) {
    clauses.push(Array.from({ length: holes }, (_, h) => at(p, h)));
    for (let q = 0; q < p; q += 1) for (let h = 0; h < holes; h += 1) clauses.push([-at(p, h), -at(q, h)]);
  }
  return cnfOf((holes + 1) * holes, clauses);
}

describe.each([
  ['wasm', createKernel],
  ['reference', createReference],
] as const)('solver (%s)', (_, makeKernel) => {
  it('agrees with brute force on 1,000 formulas, and proves each refutation', () => {
    const rng = createRng('sat/brute');
    const solver = createSolver({ kernel: makeKernel(), proof: true });
    const seen = { sat: 0, unsat: 0, unknown: 0 };
    for (let i = 0; i < 1000; i += 1) {
      const cnf = smallCnf(rng);
      const result = solveFresh(solver, cnf);
      seen[result.status] += 1;
      expect(result.status).toBe(hasModel(cnf) ? 'sat' : 'unsat');
      expect(result.status === 'sat' ? satisfies(cnf, result.model) : checkProof(cnf, solver.proof).verified).toBe(
        true,
      );
    }
    expect(Math.min(seen.sat, seen.unsat)).toBeGreaterThan(200);
  });

  it('keeps a proof through many reductions and restarts', () => {
    const cnf = pigeons(6);
    const solver = createSolver({ kernel: makeKernel(), proof: true });
    const result = solveFresh(solver, cnf);
    expect(result.status).toBe('unsat');
    expect(Math.min(result.stats.reductions, result.stats.restarts)).toBeGreaterThan(0);
    expect(checkProof(cnf, writeProof(solver.proof, 'lrat')).verified).toBe(true);
    expect(checkProof(cnf, writeProof(solver.proof, 'drat')).verified).toBe(true);
  });

  it('gives failed assumptions that are unsatisfiable with the clauses, with a lemma that says so', () => {
    const rng = createRng('sat/assume');
    const solver = createSolver({ kernel: makeKernel() });
    let failed = 0;
    for (let i = 0; i < 400; i += 1) {
      const cnf = smallCnf(rng);
      const assumptions = rng
        .distinct(rng.int(1, cnf.variables), cnf.variables)
        .map((v) => (rng.bit() ? v + 1 : -v - 1));
      solver.reset();
      solver.add(cnf);
      const result = solver.solve({ assumptions });
      const units = (literals: readonly number[]): Cnf => ({
        variables: cnf.variables,
        clauses: Int32Array.of(...cnf.clauses, ...literals.flatMap((literal) => [literal, 0])),
      });
      expect(result.status).toBe(hasModel(units(assumptions)) ? 'sat' : 'unsat');
      if (result.status !== 'unsat') continue;
      failed += 1;
      expect(assumptions).toEqual(expect.arrayContaining([...result.core]));
      expect(hasModel(units(result.core))).toBe(false);
      expect(solver.solve().status).toBe(hasModel(cnf) ? 'sat' : 'unsat');
    }
    expect(failed).toBeGreaterThan(100);
  });

  it('takes clauses between calls and keeps what it learnt', () => {
    const rng = createRng('sat/incremental');
    const solver = createSolver({ kernel: makeKernel() });
    for (let i = 0; i < 60; i += 1) {
      const variables = rng.int(4, 9);
      const clauses = Array.from({ length: 5 * variables }, () =>
        rng.distinct(rng.int(1, 3), variables).map((v) => (rng.bit() ? v + 1 : -v - 1)),
      );
      solver.reset();
      solver.addVariables(variables);
      for (let n = 1; n <= clauses.length; n += 1) {
        solver.addClause(clauses[n - 1]!);
        const cnf = cnfOf(variables, clauses.slice(0, n));
        const result = solver.solve();
        expect(result.status).toBe(hasModel(cnf) ? 'sat' : 'unsat');
        expect(result.status !== 'sat' || satisfies(cnf, result.model)).toBe(true);
      }
    }
  });

  it('answers unknown at each limit, and goes on when called again', () => {
    const solver = createSolver({ kernel: makeKernel() });
    solver.add(pigeons(6));
    expect(solver.solve({ maxConflicts: 0 })).toMatchObject({ status: 'unknown', why: 'conflicts' });
    expect(solver.solve({ maxConflicts: 5 })).toMatchObject({ status: 'unknown', stats: { conflicts: 5 } });
    expect(solver.solve({ maxPropagations: 10 })).toMatchObject({ status: 'unknown', why: 'propagations' });
    expect(solver.solve().status).toBe('unsat');
  });

  it('stops when the port says so, at counted intervals', () => {
    const solver = createSolver({ kernel: makeKernel() });
    solver.add(pigeons(9));
    let asked = 0;
    const shouldStop = (): boolean => {
      asked += 1;
      return asked === 3;
    };
    expect(solver.solve({ shouldStop })).toMatchObject({ status: 'unknown', why: 'stopped' });
    expect(asked).toBe(3);
  });

  it('handles the empty formula, the empty clause, tautologies, repeated literals and contradicting units', () => {
    const solver = createSolver({ kernel: makeKernel(), proof: true });
    expect(solveFresh(solver, cnfOf(0, [])).status).toBe('sat');
    const tautology = cnfOf(2, [
      [1, -1],
      [2, 2],
    ]);
    expect(solveFresh(solver, tautology)).toMatchObject({ status: 'sat', model: { 2: 1 } });
    for (const clauses of [[[1], [-1]], [[1, 1], [-1, 2], [-2]], [[]]]) {
      const cnf = cnfOf(2, clauses);
      expect(solveFresh(solver, cnf).status).toBe('unsat');
      expect(checkProof(cnf, writeProof(solver.proof, 'lrat'), 'lrat').verified).toBe(true);
    }
  });
});

describe('the SAT solver', () => {
  it('takes the same steps and writes the same proof in WebAssembly and in the reference', () => {
    const wasm = createSolver({ proof: true });
    const reference = createSolver({ proof: true, kernel: createReference() });
    let conflicts = 0;
    for (let i = 0; i < 40; i += 1) {
      const rng = createRng(`sat/same/${i}`);
      const variables = rng.int(5, 110);
      const cnf = randomCnf({ variables, clauses: Math.round(4.4 * variables), sizes: [3, 3] }, rng);
      const result = solveFresh(wasm, cnf);
      expect(solveFresh(reference, cnf)).toEqual(result);
      expect(reference.proof).toEqual(wasm.proof);
      conflicts += result.stats.conflicts;
    }
    expect(conflicts).toBeGreaterThan(2000);
  });

  it('repeats itself under one seed and differs under another', () => {
    const cnf = randomCnf({ variables: 60, clauses: 250, sizes: [3, 3] }, createRng('sat/seed'));
    const stats = (seed: number): unknown => solve(cnf, { seed }).stats;
    expect(stats(7)).toEqual(stats(7));
    expect(stats(7)).not.toEqual(stats(8));
    expect(new Set([1, 2, 3, 4].map((seed) => solve(cnf, { seed }).status)).size).toBe(1);
  });

  it('answers the same whatever it solved before', () => {
    const solver = createSolver();
    const big = randomCnf({ variables: 100, clauses: 426, sizes: [3, 3] }, createRng('sat/before'));
    const cnf = randomCnf({ variables: 40, clauses: 170, sizes: [3, 3] }, createRng('sat/after'));
    const first = solveFresh(solver, cnf);
    solveFresh(solver, big);
    expect(solveFresh(solver, cnf)).toEqual(first);
  });

  it('refuses literals past the variables, clauses without their zero, and clauses after a proof has begun', () => {
    const solver = createSolver({ proof: true });
    const fault = (code: string): unknown => expect.objectContaining({ code });
    expect(() => solver.addClause([1])).toThrow(fault('sat/bad-literal'));
    expect(() => solver.add({ variables: 1, clauses: Int32Array.of(1) })).toThrow(fault('sat/open-clause'));
    solver.add(pigeons(3));
    expect(() => solver.addClause([1.5])).toThrow(fault('sat/bad-literal'));
    expect(() => solver.solve({ assumptions: [99] })).toThrow(fault('sat/bad-literal'));
    solver.solve();
    expect(() => solver.addClause([1])).toThrow(fault('sat/late-clause'));
  });

  it('solves a chain of 200,000 variables', () => {
    const n = 200_000;
    const clauses = new Int32Array(3 * n);
    for (let v = 1; v < n; v += 1) clauses.set([-v, v + 1, 0], 3 * (v - 1));
    clauses.set([1, 1, 0], 3 * (n - 1));
    const solved = solve({ variables: n, clauses });
    expect(solved).toMatchObject({ status: 'sat', model: { [n]: 1 } });
  });
});
