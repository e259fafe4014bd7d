import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { type Clause, drawClause } from './clause-set.ts';
import { drawImplication } from './implication-pair.ts';
import { drawParityFormula } from './parity-formula.ts';
import { drawRewiredFormula } from './rewired-formula.ts';
import { masksOf, satisfy } from './satisfies.ts';
import { drawBlindly } from './threshold-formula.ts';
import { truthTable } from './truth-table.ts';

function holdsUnder(assignment: number, clauses: readonly Clause[]): boolean {
  return clauses.every((clause) =>
    clause.some((literal) => ((assignment >>> (Math.abs(literal) - 1)) & 1) === (literal > 0 ? 1 : 0)),
  );
}

function isSatisfiable(variables: number, clauses: readonly Clause[]): boolean {
  return truthTable(variables, clauses).some((word) => word !== 0);
}

describe('the truth table', () => {
  it.each([3, 5, 7])('marks exactly the satisfying assignments of %i variables', (variables) => {
    const rng = createRng(`table/${variables}`);
    for (let round = 0; round < 20; round += 1) {
      const clauses = Array.from({ length: 8 }, () => drawClause(variables, 1 + rng.below(3), rng));
      const table = truthTable(variables, clauses);
      const wrong = Array.from({ length: 2 ** variables }, (_, j) => j).filter(
        (j) => ((table[j >>> 5]! >>> (j & 31)) & 1) !== (holdsUnder(j, clauses) ? 1 : 0),
      );
      expect(wrong).toEqual([]);
    }
  });
});

describe('the search for formulas of a logic task', () => {
  it('property: agrees with the truth table, and its assignment satisfies', () => {
    const clause = fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
    const formula = fc.array(
      clause.chain((variables) => fc.tuple(...variables.map((v) => fc.constantFrom(v, -v)))),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(formula, (clauses) => {
        const model = satisfy(masksOf(clauses));
        expect(model !== undefined).toBe(isSatisfiable(9, clauses));
        expect(model === undefined || holdsUnder(model, clauses)).toBe(true);
      }),
    );
  });
});

describe('LOGIC_SAT_DECIDE', () => {
  const settings = ([4, 8, 16] as const).flatMap((n) => (['4n', '8n'] as const).map((m) => ({ n, m })));

  it.each(settings)('has $m clauses of 2 to 5 literals with the wanted label, n = $n', ({ n, m }) => {
    const rng = createRng(`sat/${n}/${m}`);
    for (const draw of [drawRewiredFormula, drawParityFormula]) {
      for (let round = 0; round < 20; round += 1) {
        const wanted = round % 2 === 0;
        const clauses = draw(n, m, wanted, rng);
        expect(clauses.length).toBe(n * (m === '4n' ? 4 : 8));
        expect(clauses.every(({ length }) => length >= 2 && length <= 5)).toBe(true);
        expect(isSatisfiable(n, clauses)).toBe(wanted);
      }
    }
  });
});

describe('the threshold of satisfiability in logic tasks', () => {
  const settings = ([4, 8, 16] as const).flatMap((n) => (['4n', '8n'] as const).map((m) => ({ n, m })));

  it.each(settings)('satisfies about half of all formulas drawn blindly, n = $n, m = $m', ({ n, m }) => {
    const rng = createRng(`threshold/${n}/${m}`);
    const models = Array.from({ length: 400 }, () => satisfy(masksOf(drawBlindly(n, m, rng))));
    const share = models.filter((model) => model !== undefined).length / 400;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.12);
  });

  it.each(settings.slice(2))('repeats no clause, n = $n, m = $m', ({ n, m }) => {
    const clauses = drawBlindly(n, m, createRng(`different/${n}/${m}`));
    expect(new Set(clauses.map((clause) => clause.toSorted((a, b) => a - b).join())).size).toBe(clauses.length);
  });
});

describe('LOGIC_IMPLICATION', () => {
  it('draws a satisfiable A and no clause of B that contains one of A', () => {
    const rng = createRng('implication');
    for (let round = 0; round < 60; round += 1) {
      const { a, b } = drawImplication({ n_vars: 8, m_A: 32, m_B: 3 }, true, rng);
      expect(isSatisfiable(8, a)).toBe(true);
      const contained = b.filter((clause) => a.some((inner) => inner.every((literal) => clause.includes(literal))));
      expect(contained).toEqual([]);
    }
  });

  it('twins differ in one clause of B, of the same length', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const pair = [true, false].map((holds) =>
        drawImplication({ n_vars: 8, m_A: 32, m_B: 4 }, holds, createRng(`twin/${seed}`)),
      );
      expect(pair[0]!.a).toEqual(pair[1]!.a);
      const changed = pair[0]!.b.filter((clause, i) => clause.join() !== pair[1]!.b[i]!.join());
      expect(changed.length).toBe(1);
      expect(pair[0]!.b.map(({ length }) => length)).toEqual(pair[1]!.b.map(({ length }) => length));
    }
  });
});
