import { createRng, Fault } from '#foundation/kernel';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkProof } from './check/check-proof.ts';
import { type Cnf, satisfies } from './cnf.ts';
import { parseDimacs } from './dimacs/parse-dimacs.ts';
import { writeDimacs } from './dimacs/write-dimacs.ts';
import { hasModel } from './fixtures/has-model.ts';
import { mangle } from './fixtures/mangle.ts';
import { writeProof } from './proof/write-proof.ts';
import { randomCnf } from './random-cnf.ts';
import { createSolver } from './solver.ts';

const dratTrim = 'drat-trim';
const folder = mkdtempSync(join(tmpdir(), 'pawl-sat-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

/** The answer of a solver that follows the field's exit codes. */
function outsideAnswer(program: string, cnf: Cnf): string {
  const file = join(folder, 'formula.cnf');
  writeFileSync(file, writeDimacs(cnf));
  const { status } = spawnSync(program, program === 'minisat' ? ['-verb=0', file] : ['-q', file]);
  return status === 10 ? 'sat' : status === 20 ? 'unsat' : `exit ${status}`;
}

describe.each([{ inprocess: false }, { inprocess: true, inprocessAfter: 0 }, { inprocess: true, inprocessAfter: 3 }])(
  'solver, %o',
  (how) => {
    it('agrees with brute force on 18,000 formulas; every model and every proof is checked', () => {
      const solver = createSolver({ proof: true, ...how });
      const seen = { sat: 0, unsat: 0, unknown: 0 };
      for (let i = 0; i < 18_000; i += 1) {
        const rng = createRng(`sat/long/${i}`);
        const variables = rng.int(2, i % 100 === 0 ? 16 : 11);
        const clauses = Math.round(variables * (1 + 6 * rng.float()));
        const cnf = randomCnf({ variables, clauses, sizes: [rng.int(1, 2), Math.min(5, variables)] }, rng);
        solver.reset();
        solver.add(cnf);
        const result = solver.solve();
        seen[result.status] += 1;
        expect(result.status, `formula ${i}`).toBe(hasModel(cnf) ? 'sat' : 'unsat');
        const holds =
          result.status === 'sat'
            ? satisfies(cnf, result.model)
            : (['lrat', 'drat', 'drat-binary'] as const).every(
                (format) => checkProof(cnf, writeProof(solver.proof, format), format).verified,
              );
        expect(holds, `formula ${i}`).toBe(true);
      }
      expect(Math.min(seen.sat, seen.unsat)).toBeGreaterThan(4000);
    });

    it.each(['minisat', 'cadical'].filter(isInstalled))('agrees with %s on 1,000 formulas', (program) => {
      const solver = createSolver({ proof: true, ...how });
      for (let i = 0; i < 1000; i += 1) {
        const rng = createRng(`sat/outside/${program}/${i}`);
        const variables = rng.int(20, 120);
        const core = rng.below(3) === 0 ? 4 : 0;
        const cnf = randomCnf({ variables, clauses: Math.round(4.26 * variables), sizes: [3, 3], core }, rng);
        solver.reset();
        solver.add(cnf);
        const result = solver.solve();
        expect(result.status, `formula ${i}`).toBe(outsideAnswer(program, cnf));
        expect(result.status === 'sat' ? satisfies(cnf, result.model) : checkProof(cnf, solver.proof).verified).toBe(
          true,
        );
      }
    });

    it.skipIf(!isInstalled(dratTrim))('writes DRAT that drat-trim accepts', () => {
      let accepted = 0;
      for (let i = 0; i < 200; i += 1) {
        const cnf = randomCnf({ variables: 60, clauses: 300, sizes: [3, 3] }, createRng(`sat/drat-trim/${i}`));
        const solver = createSolver({ proof: true, ...how });
        solver.add(cnf);
        if (solver.solve().status !== 'unsat') continue;
        writeFileSync(join(folder, 'f.cnf'), writeDimacs(cnf));
        writeFileSync(join(folder, 'f.drat'), writeProof(solver.proof, 'drat'));
        const output = execFileSync(dratTrim, [join(folder, 'f.cnf'), join(folder, 'f.drat')], { encoding: 'utf8' });
        expect(output).toContain('s VERIFIED');
        accepted += 1;
      }
      expect(accepted).toBeGreaterThan(50);
    });
  },
);

describe('parsers of formulas and proofs', () => {
  it('read or refuse 100,000 mangled formulas and proofs', () => {
    const rng = createRng('sat/fuzz-long');
    let handled = 0;
    for (let i = 0; i < 100_000; i += 1) {
      const cnf = randomCnf({ variables: 6, clauses: 24, sizes: [1, 4] }, rng);
      try {
        handled += Number(parseDimacs(mangle(writeDimacs(cnf), rng)).variables >= 0);
      } catch (error) {
        handled += Number(error instanceof Fault);
      }
    }
    expect(handled).toBe(100_000);
  });

  it('never verify a formula that has a model, on 20,000 mangled proofs', () => {
    const solver = createSolver({ proof: true });
    const rng = createRng('sat/mangle-long');
    let tried = 0;
    while (tried < 20_000) {
      const cnf = randomCnf({ variables: 8, clauses: 44, sizes: [2, 3] }, rng);
      solver.reset();
      solver.add(cnf);
      if (solver.solve().status !== 'unsat') continue;
      const weaker = { variables: 8, clauses: cnf.clauses.subarray(0, cnf.clauses.indexOf(0, 60) + 1) };
      if (!hasModel(weaker)) continue;
      for (const format of ['lrat', 'drat'] as const) {
        const proof = new TextDecoder().decode(writeProof(solver.proof, format));
        expect(checkProof(weaker, mangle(proof, rng), format).verified).toBe(false);
        tried += 1;
      }
    }
  });
});
