import { createRng } from '#foundation/kernel';
import { describe, expect, it } from 'vitest';
import { checkProof } from './check/check-proof.ts';
import { clausesAt, type Cnf, cnfOf, countClauses } from './cnf.ts';
import { hasModel } from './fixtures/has-model.ts';
import { mangle } from './fixtures/mangle.ts';
import { type ProofFormat, writeProof } from './proof/write-proof.ts';
import { randomCnf } from './random-cnf.ts';
import { createSolver } from './solver.ts';
import { solve } from './solve.ts';

const formats: readonly ProofFormat[] = ['lrat', 'drat', 'drat-binary'];

interface Refutation {
  readonly cnf: Cnf;
  readonly proof: Int32Array;
}

/** Refutations of random formulas past the threshold. */
function* refutations(count: number, variables: number): Generator<Refutation> {
  const rng = createRng(`sat/proofs/${variables}`);
  const solver = createSolver({ proof: true });
  for (let found = 0; found < count;) {
    const cnf = randomCnf({ variables, clauses: Math.round(4.8 * variables), sizes: [2, 4] }, rng);
    solver.reset();
    solver.add(cnf);
    if (solver.solve().status !== 'unsat') continue;
    found += 1;
    yield { cnf, proof: solver.proof.slice() };
  }
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

describe('proofs of the SAT solver', () => {
  it.each(formats)('are accepted in %s, with a core that is unsatisfiable itself', (format) => {
    for (const { cnf, proof } of refutations(60, 30)) {
      const result = checkProof(cnf, writeProof(proof, format));
      if (!result.verified) throw new Error(`line ${result.line}: ${result.reason}`);
      expect(result.format).toBe(format);
      const core = clausesAt(cnf, result.core());
      expect(countClauses(core)).toBeLessThanOrEqual(countClauses(cnf));
      expect(solve(core).status).toBe('unsat');
    }
  });

  it('find the planted core of an otherwise satisfiable formula', () => {
    const rng = createRng('sat/planted');
    for (let i = 0; i < 20; i += 1) {
      const cnf = randomCnf({ variables: 40, clauses: 160, sizes: [3, 5], core: 4 }, rng);
      const { proof } = solve(cnf, { proof: true });
      const result = checkProof(cnf, proof);
      expect(result.verified && result.core().length).toBeGreaterThanOrEqual(16);
      expect(result.verified && result.core().length).toBeLessThan(160);
    }
  });

  it('are refused in every format when the formula lacks clauses and has a model', () => {
    const rng = createRng('sat/weaker');
    let weaker = 0;
    for (const { cnf, proof } of refutations(60, 10)) {
      const numbers = Array.from({ length: countClauses(cnf) }, (_, i) => i + 1);
      const kept = numbers.filter(() => rng.chance(0.8));
      const satisfiable = clausesAt(cnf, kept);
      if (!hasModel(satisfiable)) continue;
      weaker += 1;
      for (const format of formats) {
        expect(checkProof(satisfiable, writeProof(proof, format), format).verified).toBe(false);
      }
    }
    expect(weaker).toBeGreaterThan(20);
  });

  it('are refused at the line where a clause is altered into one that does not follow', () => {
    const rng = createRng('sat/altered');
    const solver = createSolver({ proof: true });
    let mutants = 0;
    for (let i = 0; i < 400; i += 1) {
      // Lemmas on the way to a model: of a refuted formula every clause follows.
      const cnf = randomCnf({ variables: 12, clauses: 46, sizes: [3, 3] }, rng);
      solver.reset();
      solver.add(cnf);
      if (solver.solve().status !== 'sat' || solver.proof.length === 0) continue;
      const lines = text(writeProof(solver.proof, 'lrat')).trim().split('\n');
      expect(checkProof(cnf, lines.join('\n'), 'lrat')).toMatchObject({ reason: /ends without the empty clause/ });
      const at = rng.below(lines.length);
      const [head = '', hints = ''] = lines[at]!.split(' 0 ');
      const [id, ...literals] = head.split(' ').map(Number);
      const altered = literals.map((literal, k) => (k === 0 ? -literal : literal));
      const negation = altered.flatMap((literal) => [-literal, 0]);
      if (!hasModel({ variables: cnf.variables, clauses: Int32Array.of(...cnf.clauses, ...negation) })) continue;
      mutants += 1;
      const mutant = lines.with(at, `${id} ${altered.join(' ')} 0 ${hints}`).join('\n');
      expect(checkProof(cnf, mutant, 'lrat')).toMatchObject({ verified: false, line: at + 1 });
    }
    expect(mutants).toBeGreaterThan(50);
  });

  it('are refused when a line that a later hint names is deleted, or a line lacks its hints', () => {
    const rng = createRng('sat/deleted');
    let mutants = 0;
    for (const { cnf, proof } of refutations(40, 12)) {
      const lines = text(writeProof(proof, 'lrat')).trim().split('\n');
      const at = rng.below(lines.length);
      const id = lines[at]!.split(' ')[0]!;
      const isNamed = lines
        .slice(at + 1)
        .some((line) => !line.includes('d') && line.split(' 0 ')[1]!.split(' ').includes(id));
      if (at === lines.length - 1 || !isNamed) continue;
      mutants += 1;
      expect(checkProof(cnf, lines.toSpliced(at, 1).join('\n'), 'lrat').verified).toBe(false);
      const bare = `${lines[at]!.split(' 0 ')[0]} 0 0`;
      expect(checkProof(cnf, lines.with(at, bare).join('\n'), 'lrat')).toMatchObject({ verified: false, line: at + 1 });
    }
    expect(mutants).toBeGreaterThan(15);
  });

  it('never verify a satisfiable formula, however mangled, and never throw', () => {
    const rng = createRng('sat/mangled');
    for (const { cnf, proof } of refutations(40, 8)) {
      const satisfiable = clausesAt(cnf, [1, 2, 3, 4, 5, 6, 7, 8]);
      if (!hasModel(satisfiable)) continue;
      for (let i = 0; i < 25; i += 1) {
        const mangled = mangle(text(writeProof(proof, i % 2 === 0 ? 'lrat' : 'drat')), rng);
        expect(checkProof(satisfiable, mangled).verified).toBe(false);
      }
    }
  });
});

describe('the checker of proofs', () => {
  const cnf = cnfOf(3, [[1, 2], [1, -2], [-1, 3], [-1, -3]]); // prettier-ignore

  it('reads comments, and tells what is wrong with its line', () => {
    expect(checkProof(cnf, 'c hello\n1 0\n0\n').verified).toBe(true);
    expect(checkProof(cnf, '5 1 0 1 2 0\n6 0 5 3 4 0\n').verified).toBe(true);
    expect(checkProof(cnf, '1 0\n', 'drat')).toMatchObject({ verified: true });
    expect(checkProof(cnf, '', 'drat')).toMatchObject({ verified: false, reason: /without the empty clause/ });
    expect(checkProof(cnfOf(2, [[1, 2]]), '1 0\n-2 0\n-1 0\n', 'drat')).toMatchObject({ verified: false, line: 3 });
    expect(checkProof(cnf, 'd 2 3 0\n', 'drat')).toMatchObject({ line: 1, reason: /not there/ });
    expect(checkProof(cnf, '4 0\n', 'drat')).toMatchObject({ line: 1, reason: /literal 4/ });
    expect(checkProof(cnf, '5 1 0 1 0\n', 'lrat')).toMatchObject({ line: 1, reason: /without a conflict/ });
    expect(checkProof(cnf, '5 1 0 1 9 0\n', 'lrat')).toMatchObject({ reason: /hint 9 names no clause/ });
    expect(checkProof(cnf, '5 1 0 3 1 0\n', 'lrat')).toMatchObject({ reason: /neither unit nor false/ });
    expect(checkProof(cnf, '4 1 0 1 2 0\n', 'lrat')).toMatchObject({ reason: /does not rise/ });
    expect(checkProof(cnf, '5 4 0 1 2 0\n', 'lrat')).toMatchObject({ reason: /literal 4/ });
    expect(checkProof(cnf, '5 d 7 0\n', 'lrat')).toMatchObject({ reason: /deletes 7/ });
    expect(checkProof(cnf, '5 1 0 1 2', 'lrat')).toMatchObject({ reason: /a 0 is missing/ });
    expect(checkProof(cnf, '5 1 0 1 z 0', 'lrat')).toMatchObject({ reason: /expected a number/ });
    expect(checkProof(cnf, Int32Array.of(5, 9, 1))).toMatchObject({ reason: /cut short/ });
    expect(checkProof(cnf, Uint8Array.of(0x61, 0x82), 'drat-binary')).toMatchObject({ reason: /ends inside/ });
  });

  it('refuses an empty clause whose hints reach no conflict', () => {
    const satisfiable = cnfOf(3, [[1, 2], [-1], [3, -2]]); // prettier-ignore
    for (const proof of ['4 0 0', '4 0 2 0', '4 0 2 1 3 0', '4 0 -1 0', '4 2 0 2 1 0\n5 0 4 0']) {
      expect(checkProof(satisfiable, proof, 'lrat')).toMatchObject({ verified: false });
    }
    for (const { cnf: formula, proof } of refutations(30, 12)) {
      // The last hint is the clause that is false in the end: without it there is no conflict.
      const shorter = text(writeProof(proof, 'lrat'))
        .trim()
        .replace(/ \d+ 0$/, ' 0');
      expect(checkProof(formula, shorter, 'lrat')).toMatchObject({ reason: /without a conflict/ });
    }
  });

  it('allocates nothing for a huge id', () => {
    expect(checkProof(cnf, '2147483646 1 0 1 2 0\n2147483647 0 2147483646 3 4 0\n').verified).toBe(true);
  });

  it('accepts a clause that only follows by resolution on its first literal, and refuses it when one resolvent lacks hints', () => {
    // x₄ is fresh: x₄ ↔ (x₁ ∧ x₂) keeps satisfiability but does not follow.
    const base = cnfOf(4, [[1, 2], [1, -2], [-1, 3], [-1, -3]]); // prettier-ignore
    const definition = '5 4 -1 -2 0 0\n6 -4 1 0 -5 0\n7 -4 2 0 -5 0\n';
    const end = '8 1 0 1 2 0\n9 0 8 3 4 0\n';
    expect(checkProof(base, definition + end, 'lrat')).toMatchObject({ verified: true });
    expect(checkProof(base, `5 4 -1 -2 0 0\n6 -4 1 0 0\n${end}`, 'lrat')).toMatchObject({ verified: false, line: 2 });
    expect(checkProof(base, `4 -1 -2 0\n-4 1 0\n-4 2 0\n1 0\n0\n`, 'drat')).toMatchObject({ verified: true });
    expect(
      checkProof(
        cnfOf(4, [
          [1, 2],
          [4, 3],
        ]),
        '-4 0\n',
        'drat',
      ),
    ).toMatchObject({ line: 1, reason: /does not follow/ });
  });
});
