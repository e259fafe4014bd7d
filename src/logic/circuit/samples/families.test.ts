import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { gateCount } from '../graph/circuit.ts';
import { miter } from '../structure/compose.ts';
import { evaluate, evaluateOnce } from '../graph/evaluate.ts';
import { families } from './families.ts';
import { randomCircuit } from './random-circuit.ts';
import { statisticsOf } from '../structure/statistics.ts';
import { truthTablesOf } from '../tables/truth-table.ts';

const bitsOf = (x: number, count: number): boolean[] => Array.from({ length: count }, (_, i) => ((x >> i) & 1) === 1);
const numberOf = (bits: readonly boolean[]): number => bits.reduce((sum, bit, i) => sum + (bit ? 2 ** i : 0), 0);

describe('randomCircuit', () => {
  it.each([
    { inputs: 2, outputs: 1, gates: 3, xorShare: 0.5 },
    { inputs: 4, outputs: 2, gates: 20, xorShare: 0 },
    { inputs: 8, outputs: 8, gates: 8, xorShare: 1 },
    { inputs: 10, outputs: 1, gates: 500, xorShare: 0.3 },
    { inputs: 30, outputs: 40, gates: 3000, xorShare: 0.8 },
  ])('has exactly the gates asked for, all live: $gates gates, $xorShare of them XORs', (shape) => {
    for (let seed = 0; seed < 10; seed += 1) {
      const circuit = randomCircuit(shape, createRng(`shape/${seed}`));
      const { ands, xors, dead } = statisticsOf(circuit);
      expect([ands + xors, dead, circuit.outputs.length]).toEqual([shape.gates, 0, shape.outputs]);
      const tolerance = shape.gates < 500 ? 1 : 0.1;
      expect(Math.abs(xors / shape.gates - shape.xorShare)).toBeLessThanOrEqual(tolerance);
    }
  });

  it('is the same for the same stream', () => {
    const shape = { inputs: 5, outputs: 3, gates: 40, xorShare: 0.5 };
    expect(randomCircuit(shape, createRng('same'))).toEqual(randomCircuit(shape, createRng('same')));
  });

  it('refuses shapes that cannot be', () => {
    expect(() => randomCircuit({ inputs: 1, outputs: 1, gates: 3, xorShare: 0 }, createRng('x'))).toThrow(
      'cannot make',
    );
  });

  it('stays shallow: 2,000 gates to one output are less than 400 deep', () => {
    const circuit = randomCircuit({ inputs: 40, outputs: 1, gates: 2000, xorShare: 0.2 }, createRng('deep'));
    expect(statisticsOf(circuit).depth).toBeLessThan(400);
  });
});

describe('families of sample circuits', () => {
  it.each(Object.entries(families))('%s has live gates only and grows with its size', (_, family) => {
    const [small, large] = [family(8, createRng('f')), family(32, createRng('f'))];
    expect(gateCount(large)).toBeGreaterThan(gateCount(small));
    expect([statisticsOf(small).dead, statisticsOf(large).dead]).toEqual([0, 0]);
  });

  it('holds pairs of equal functions', () => {
    const rng = createRng('unused');
    const { adder, prefixAdder, multiplier, treeMultiplier, karatsubaMultiplier } = families;
    for (const [a, b] of [
      [adder, prefixAdder],
      [multiplier, treeMultiplier],
      [multiplier, karatsubaMultiplier],
    ] as const) {
      for (const size of [1, 3, 6, 8]) {
        const [table] = truthTablesOf(miter(a(size, rng), b(size, rng)));
        expect(table!.bits.every((word) => word === 0)).toBe(true);
      }
    }
  });

  it('counts up and down twice, and adds four', () => {
    const twice = families.counterTwice(4);
    const step = [0, 2, -2, 2];
    for (let x = 0; x < 64; x += 1) {
      expect(numberOf(evaluateOnce(twice, bitsOf(x, 6)))).toBe(((x >> 2) + step[x & 3]! + 16) % 16);
    }
    const four = families.incrementFourTimes(5);
    for (let x = 0; x < 32; x += 1) expect(numberOf(evaluateOnce(four, bitsOf(x, 5)))).toBe((x + 4) % 32);
  });

  it('grants the first request at or after the token', () => {
    const arbiter = families.arbiter(5);
    for (let requests = 0; requests < 32; requests += 1) {
      for (let last = 0; last < 5; last += 1) {
        const grants = evaluateOnce(arbiter, [...bitsOf(requests, 5), ...bitsOf(1 << last, 5)]);
        const first = [0, 1, 2, 3, 4].map((i) => (last + i) % 5).find((i) => ((requests >> i) & 1) === 1);
        expect(numberOf(grants)).toBe(first === undefined ? 0 : 1 << first);
      }
    }
  });

  it('computes eight operations', () => {
    const alu = families.alu(4);
    const rng = createRng('alu');
    for (let i = 0; i < 400; i += 1) {
      const [op, x, y] = [rng.below(8), rng.below(16), rng.below(16)];
      const expected = [x + y, x - y, x & y, x | y, x ^ y, x < y ? 1 : 0, x << 1, x][op]! & 15;
      expect(numberOf(evaluateOnce(alu, bitsOf(op | (x << 3) | (y << 7), 11)))).toBe(expected);
    }
  });

  it('lets the decision list depend on its state', () => {
    const list = families.decisionList(40, createRng('d'));
    const planes = Int32Array.from({ length: 16 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
    expect(new Set(evaluate(list, planes)).size).toBeGreaterThan(4);
  });
});
