import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import { circuitToCnf, type Cnf } from './cnf.ts';
import { evaluateOnce, simulate } from '../graph/evaluate.ts';
import { randomCircuit } from '../samples/random-circuit.ts';

/** All satisfying assignments, as bit masks with variable v at bit v − 1. */
function models({ variables, clauses }: Cnf): number[] {
  const found: number[] = [];
  for (let mask = 0; mask < 2 ** variables; mask += 1) {
    let holds = true;
    let clause = false;
    for (const literal of clauses) {
      if (literal === 0) {
        holds &&= clause;
        clause = false;
      } else clause ||= ((mask >> (Math.abs(literal) - 1)) & 1) === (literal > 0 ? 1 : 0);
    }
    if (holds) found.push(mask);
  }
  return found;
}

const bitsOf = (mask: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, i) => ((mask >> i) & 1) === 1);

describe('circuitToCnf', () => {
  it('has exactly one model per input assignment, and it is what the interpreter computes', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const circuit = randomCircuit({ inputs: 3, outputs: 2, gates: 9, xorShare: 0.4 }, createRng(`cnf/${seed}`));
      const cnf = circuitToCnf(circuit);
      const expected = Array.from({ length: 8 }, (_, x) => {
        const values = simulate(circuit, Int32Array.from(bitsOf(x, 3), Number));
        return values.slice(1).reduce((mask, value, i) => mask | ((value & 1) << i), 0);
      });
      expect(models(cnf).sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }
  });

  it.each([false, true])(
    'asserts outputs so that the models are the inputs where they hold (by polarity: %s)',
    (byPolarity) => {
      for (let seed = 0; seed < 60; seed += 1) {
        const circuit = randomCircuit({ inputs: 4, outputs: 2, gates: 10, xorShare: 0.3 }, createRng(`assert/${seed}`));
        const cnf = circuitToCnf(circuit, { assert: circuit.outputs, byPolarity });
        const projected = new Set(models(cnf).map((mask) => mask & 15));
        const expected = Array.from({ length: 16 }, (_, x) => x).filter((x) =>
          evaluateOnce(circuit, bitsOf(x, 4)).every(Boolean),
        );
        expect([...projected].sort((a, b) => a - b)).toEqual(expected);
      }
    },
  );

  it('leaves clauses out by polarity', () => {
    const b = createBuilder();
    const [x, y, z] = b.inputs(3) as [number, number, number];
    const root = b.or(b.and(x, y), z);
    const circuit = b.build([root]);
    const whole = circuitToCnf(circuit, { assert: [root] });
    const half = circuitToCnf(circuit, { assert: [root], byPolarity: true });
    expect([whole.clauses.length, half.clauses.length]).toEqual([22, 12]);
  });

  it('encodes constants, and only what the roots need', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    const dead = b.xor(x, y);
    const circuit = b.build([1, x, dead]);
    const cnf = circuitToCnf(circuit, { roots: [1, x] });
    expect(cnf.variables).toBe(3);
    expect([...cnf.clauses]).toEqual([-3, 0]);
    expect(cnf.literalOf(1)).toBe(-3);
    expect(() => cnf.literalOf(dead)).toThrow('outside the encoded cones');
  });
});
