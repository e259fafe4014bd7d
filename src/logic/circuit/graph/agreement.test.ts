import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { anfOf, anfText, monomialsOf, tableOfAnf } from '../tables/anf.ts';
import { bddOf, bddSize, circuitFromBdd, countModels } from '../tables/fixtures/bdd.ts';
import { createBuilder } from './builder.ts';
import { type Circuit, gateCount } from './circuit.ts';
import { evaluateOnce } from './evaluate.ts';
import { circuitFromAnfs, circuitFromTables } from '../tables/from-tables.ts';
import { cleanup } from '../structure/graft.ts';
import { inputOrder } from '../tables/fixtures/input-order.ts';
import { randomCircuit } from '../samples/random-circuit.ts';
import { tableValue, truthTablesOf, type TruthTable } from '../tables/truth-table.ts';
import { words } from '../words/words.ts';

const bitsOf = (x: number, count: number): boolean[] => Array.from({ length: count }, (_, i) => ((x >> i) & 1) === 1);

function diagramOf(circuit: Circuit) {
  const answer = bddOf(circuit);
  if (answer.kind !== 'built') throw new Error('too large');
  return answer.bdd;
}

function randomTables(inputs: number, seed: string): TruthTable[] {
  const rng = createRng(seed);
  const size = 2 ** inputs;
  return Array.from({ length: 2 }, () => {
    const bits = Uint32Array.from({ length: Math.max(1, size / 32) }, () => rng.uint32());
    if (size < 32) bits[0] = bits[0]! & (2 ** size - 1);
    return { inputs, bits };
  });
}

describe('truth table = interpreter = ANF = BDD', () => {
  it('on random circuits of 2 to 9 inputs', () => {
    for (let seed = 0; seed < 80; seed += 1) {
      const inputs = 2 + (seed % 8);
      const shape = { inputs, outputs: 3, gates: 8 + (seed % 40), xorShare: (seed % 5) / 4 };
      const circuit = randomCircuit({ ...shape, gates: inputs === 2 ? 6 : shape.gates }, createRng(`agree/${seed}`));
      const tables = truthTablesOf(circuit);
      const anfs = tables.map(anfOf);
      const bdd = diagramOf(circuit);
      const ones = tables.map(() => 0n);
      let differences = 0;
      for (let x = 0; x < 2 ** inputs; x += 1) {
        for (const [o, value] of evaluateOnce(circuit, bitsOf(x, inputs)).entries()) {
          if (tableValue(tables[o]!, x) !== value) differences += 1;
          ones[o]! += value ? 1n : 0n;
        }
      }
      expect(differences).toBe(0);
      expect(countModels(bdd)).toEqual(ones);
      expect(anfs.map(tableOfAnf)).toEqual(tables);
      expect(truthTablesOf(circuitFromAnfs(anfs))).toEqual(tables);
      expect(truthTablesOf(circuitFromTables(tables))).toEqual(tables);
      expect(truthTablesOf(circuitFromBdd(bdd))).toEqual(tables);
    }
  });

  it('on random functions of every size up to 16 inputs', () => {
    for (const inputs of [0, 1, 2, 3, 4, 5, 6, 7, 10]) {
      const tables = randomTables(inputs, `tables/${inputs}`);
      expect(truthTablesOf(circuitFromTables(tables))).toEqual(tables);
      expect(tables.map(anfOf).map(tableOfAnf)).toEqual(tables);
    }
    const b = createBuilder();
    const x = b.inputs(16);
    const parity = truthTablesOf(b.build([b.xorAll(x), b.andAll(x)]));
    expect(gateCount(circuitFromTables(parity))).toBe(30);
    expect(truthTablesOf(circuitFromTables(parity))).toEqual(parity);
  });

  it('a polynomial evaluates to its function, monomial by monomial', () => {
    for (const table of randomTables(6, 'polynomial')) {
      const monomials = monomialsOf(anfOf(table));
      for (let x = 0; x < 64; x += 1) {
        const value = monomials.filter((set) => set.every((i) => ((x >> i) & 1) === 1)).length % 2 === 1;
        expect(value).toBe(tableValue(table, x));
      }
    }
  });

  it('refuses a table of 17 inputs', () => {
    const b = createBuilder();
    const circuit = b.build([b.andAll(b.inputs(17))]);
    expect(() => truthTablesOf(circuit)).toThrow('17 inputs');
  });
});

describe('anfText', () => {
  it('writes sums of products', () => {
    const b = createBuilder();
    const [x, y, z] = b.inputs(3) as [number, number, number];
    const texts = truthTablesOf(b.build([b.or(x, b.not(z)), b.majority(x, y, z), 0, 1])).map((t) => anfText(anfOf(t)));
    expect(texts).toEqual(['1 + x2 + x0*x2', 'x0*x1 + x0*x2 + x1*x2', '0', '1']);
  });
});

describe('bddOf', () => {
  it('property: equal functions are equal edges, whatever their circuits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), (n) => {
        const b = createBuilder();
        const [x, y] = [b.inputs(n), b.inputs(n)];
        const tree = words.multiplyTree(b, x, y);
        const karatsuba = words.multiplyKaratsuba(b, x, y);
        const { roots } = diagramOf(b.build([...words.multiply(b, x, y), ...tree, ...karatsuba]));
        expect(roots.slice(2 * n, 4 * n)).toEqual(roots.slice(0, 2 * n));
        expect(roots.slice(4 * n)).toEqual(roots.slice(0, 2 * n));
      }),
      { numRuns: 7 },
    );
  });

  it('stays quadratic for a 64-bit adder, whose inputs interleave by themselves', () => {
    const b = createBuilder();
    const adder = cleanup(b.build(words.addExact(b, b.inputs(64), b.inputs(64))));
    const bdd = diagramOf(adder);
    expect(bddSize(bdd)).toBeLessThan(2 * 64 ** 2);
    expect(countModels(bdd)[64]).toBe((2n ** 64n * (2n ** 64n - 1n)) / 2n);
  });

  it('orders inputs as a walk from the outputs meets them, deeper side first, unused ones last', () => {
    const b = createBuilder();
    const [p, q, r, s] = b.inputs(4) as [number, number, number, number];
    expect(inputOrder(b.build([b.and(p, b.xor(s, b.and(r, s)))]))).toEqual([2, 3, 0, 1]);
    expect(inputOrder(b.build([q, b.and(b.and(p, r), s)]))).toEqual([1, 0, 2, 3]);
  });

  it('answers too-large at its limit, and for very many inputs', () => {
    const b = createBuilder();
    const product = b.build(words.multiply(b, b.inputs(10), b.inputs(10)));
    expect(bddOf(product, { nodeLimit: 2000 })).toEqual({ kind: 'too-large' });
    const wide = createBuilder();
    expect(bddOf(wide.build([wide.andAll(wide.inputs(5000))]))).toEqual({ kind: 'too-large' });
  });

  it('refuses an order that is no permutation of the inputs', () => {
    const b = createBuilder();
    const circuit = b.build([b.andAll(b.inputs(3))]);
    for (const order of [
      [0, 1],
      [0, 1, 1],
      [1, 2, 3],
    ])
      expect(() => bddOf(circuit, { order })).toThrow('each of the 3');
  });

  it('reaches 4,096 inputs without overflowing the stack', () => {
    const b = createBuilder();
    const x = b.inputs(4096);
    const chain = (parity: number): number =>
      x.filter((_, i) => i % 2 === parity).reduce((all, edge) => b.and(edge, all));
    const circuit = b.build([b.and(chain(0), chain(1))]);
    const answer = bddOf(circuit, { order: x.map((_, i) => 4095 - i) });
    expect(answer.kind === 'built' && countModels(answer.bdd)).toEqual([1n]);
  });
});
