import { createRng, Fault } from '#foundation/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomCnf } from '../random-cnf.ts';
import { mangle } from '../fixtures/mangle.ts';
import { parseDimacs } from './parse-dimacs.ts';
import { writeDimacs } from './write-dimacs.ts';

function fault(text: string): Record<string, unknown> {
  try {
    parseDimacs(text);
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, line: error.details['line'] };
    throw error;
  }
  throw new Error('no fault');
}

describe('DIMACS', () => {
  it('property: what is written is read back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 30 }), fc.nat(60), (seed, variables, clauses) => {
        const cnf = randomCnf({ variables, clauses, sizes: [1, Math.min(5, variables)] }, createRng(`${seed}`));
        expect(parseDimacs(writeDimacs(cnf))).toEqual(cnf);
      }),
    );
  });

  it('takes comments anywhere, clauses over several lines, carriage returns and the SATLIB ending', () => {
    const text = 'c one\nc\np  cnf 3 2\r\nc two\n1 -2\n\n 3 0 2\nc three\n0\n%\n0\n\n';
    expect(parseDimacs(text)).toEqual({ variables: 3, clauses: Int32Array.of(1, -2, 3, 0, 2, 0) });
    expect(parseDimacs('p cnf 0 0')).toEqual({ variables: 0, clauses: new Int32Array(0) });
    expect(parseDimacs('p cnf 1 1\n0')).toEqual({ variables: 1, clauses: Int32Array.of(0) });
  });

  it.each([
    ['', 'sat/bad-header', 1],
    ['c only\n', 'sat/bad-header', 2],
    ['1 2 0\n', 'sat/bad-header', 1],
    ['p dnf 1 1\n1 0\n', 'sat/bad-header', 1],
    ['p cnf 1\n1 0\n', 'sat/bad-header', 1],
    ['p cnf -1 1\n', 'sat/bad-header', 1],
    ['p cnf 2 -1\n', 'sat/bad-header', 1],
    ['p cnf 1 1 1\n1 0\n', 'sat/bad-header', 1],
    ['p cnf 99999999999 1\n1 0\n', 'sat/bad-header', 1],
    ['p cnf 999999999 1\n1 0\n', 'sat/bad-header', 1],
    ['p cnf 2 2147483647\n1 0\n', 'sat/clause-count', 3],
    ['p cnf 2 1\n1 2\n', 'sat/open-clause', 3],
    ['p cnf 2 1\n1 3 0\n', 'sat/literal-range', 2],
    ['p cnf 2 1\n1 x 0\n', 'sat/bad-clause', 2],
    ['p cnf 2 1\n1 2- 0\n', 'sat/bad-clause', 2],
    ['p cnf 2 1\n- 0\n', 'sat/bad-clause', 2],
    ['p cnf 2 1\n\n99999999999 0\n', 'sat/bad-clause', 3],
    ['p cnf 2 1\n1 0\n2 0\n', 'sat/clause-count', 3],
    ['p cnf 2 2\n1 0\n', 'sat/clause-count', 3],
    ['p cnf 2 1\np cnf 2 1\n1 0\n', 'sat/bad-clause', 2],
  ])('refuses %j with its line', (text, code, line) => {
    expect(fault(text)).toEqual({ code, line });
  });

  it('reads or refuses 2,000 mangled files with a fault, never otherwise', () => {
    const rng = createRng('sat/dimacs-fuzz');
    const counts = { read: 0, refused: 0 };
    for (let i = 0; i < 2000; i += 1) {
      const bytes = mangle(writeDimacs(randomCnf({ variables: 6, clauses: 8, sizes: [1, 4] }, rng)), rng);
      try {
        const cnf = parseDimacs(bytes);
        counts.read += Number(cnf.clauses.every((literal) => Math.abs(literal) <= cnf.variables));
      } catch (error) {
        counts.refused += Number(error instanceof Fault);
      }
    }
    expect(counts.read + counts.refused).toBe(2000);
    expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(100);
  });
});
