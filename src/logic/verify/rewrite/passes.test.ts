import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Circuit, createBuilder, gateCount } from '#logic/circuit/graph';
import { families, randomCircuit } from '#logic/circuit/samples';
import { expandXors } from '#logic/circuit/structure';
import { truthTablesOf } from '#logic/circuit/tables';
import { createRng } from '#foundation/kernel';
import { checkEquivalence } from '../equivalence.ts';
import { chainFromText } from '../synthesis/chain.ts';
import { npnTable } from '../synthesis/npn.ts';
import { rewriteCuts } from './cut-rewrite.ts';
import { Library } from './library.ts';
import { mergeEquivalents } from './merge-equivalents.ts';
import { Network } from './network.ts';
import { resubstitute } from './resubstitute.ts';

const weights = [0, 0, 1, 1];
const libraries = { xorAnd: new Library(false), and: new Library(true) };

/** Few inputs and many gates, so that much can be gained and every row can be looked at. */
const smallCircuit = fc
  .record({ inputs: fc.integer({ min: 3, max: 8 }), gates: fc.integer({ min: 5, max: 60 }), seed: fc.nat() })
  .map(({ inputs, gates, seed }) => {
    const shape = { inputs, outputs: 3, gates: Math.min(gates, inputs * 6), xorShare: (seed % 5) / 5 };
    return randomCircuit(shape, createRng(`passes/${seed}`));
  });

/** Conjunctions of many inputs: most differences show on a few rows of 2¹⁴. */
const deepCircuit = fc.nat().map((seed) => {
  const rng = createRng(`deep/${seed}`);
  const b = createBuilder();
  const inputs = b.inputs(14);
  const cubes = Array.from({ length: 10 }, () =>
    b.andAll(rng.distinct(rng.int(8, 12), 14).map((i) => inputs[i]! ^ rng.bit())),
  );
  return b.build([b.orAll(cubes.slice(0, 5)), b.xorAll(cubes.slice(3, 8)), b.orAll(cubes.slice(6))]);
});

function tables(circuit: Circuit): number[][] {
  return truthTablesOf(circuit).map(({ bits }) => [...bits]);
}

function throughNetwork(circuit: Circuit, change: (network: Network) => void): Circuit {
  const network = new Network(circuit);
  change(network);
  const result = network.toCircuit();
  expect(network.size).toBe(gateCount(result));
  return result;
}

const resubOptions = {
  weights,
  limits: { divisors: 40, fanout: 20 },
  maxConflicts: 100,
  tries: 8,
  totalConflicts: 10_000,
};

const passes: Record<string, (circuit: Circuit) => Circuit> = {
  'cut rewriting': (c) =>
    throughNetwork(c, (n) => rewriteCuts(n, { library: libraries.xorAnd, weights, zeroGain: false })),
  'cut rewriting without loss': (c) =>
    throughNetwork(c, (n) => rewriteCuts(n, { library: libraries.xorAnd, weights, zeroGain: true })),
  'cut rewriting over ANDs': (c) =>
    throughNetwork(expandXors(c), (n) => rewriteCuts(n, { library: libraries.and, weights, zeroGain: true })),
  resubstitution: (c) => throughNetwork(c, (n) => resubstitute(n, { ...resubOptions, xor: true })),
  'resubstitution over ANDs': (c) =>
    throughNetwork(expandXors(c), (n) => resubstitute(n, { ...resubOptions, xor: false })),
  merging: (c) => mergeEquivalents(c, { maxConflicts: 100, totalConflicts: 10_000 }),
};

describe.each(Object.entries(passes))('%s', (name, pass) => {
  it('property: keeps every row of every truth table and adds no gate', () => {
    let gained = 0;
    fc.assert(
      fc.property(smallCircuit, (circuit) => {
        const smaller = pass(circuit);
        expect(tables(smaller)).toEqual(tables(circuit));
        const before = gateCount(name.endsWith('ANDs') ? expandXors(circuit) : circuit);
        expect(gateCount(smaller)).toBeLessThanOrEqual(before);
        gained += before - gateCount(smaller);
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(gained).toBeGreaterThan(20);
  });

  it('property: is not fooled by rows that random patterns seldom reach', () => {
    fc.assert(
      fc.property(deepCircuit, (circuit) => {
        expect(tables(pass(circuit))).toEqual(tables(circuit));
      }),
      { numRuns: 12, seed: 5 },
    );
  });

  it('gives the same circuit every time', () => {
    const circuit = families.alu(4);
    expect(pass(circuit)).toEqual(pass(circuit));
  });
});

describe('resubstitution in a circuit', () => {
  it('property: with a care set changes nothing inside it', () => {
    let used = 0;
    fc.assert(
      fc.property(smallCircuit, fc.nat(), (circuit, seed) => {
        const care = randomCircuit(
          { inputs: circuit.inputCount, outputs: 1, gates: 6, xorShare: 0.2 },
          createRng(`care/${seed}`),
        );
        const smaller = throughNetwork(circuit, (n) => resubstitute(n, { ...resubOptions, xor: true, care }));
        const [mask] = tables(care);
        const inside = (all: number[][]): number[][] => all.map((bits) => bits.map((word, w) => word & mask![w]!));
        expect(inside(tables(smaller))).toEqual(inside(tables(circuit)));
        if (tables(smaller).join() !== tables(circuit).join()) used += 1;
      }),
      { numRuns: 60, seed: 3 },
    );
    expect(used).toBeGreaterThan(5);
  });

  it('removes what can never be seen: the inner AND of a∧(a∨b)', () => {
    const b = createBuilder();
    const [x, y, z] = b.inputs(3) as [number, number, number];
    const circuit = b.build([b.and(x, b.or(x, b.and(y, z)))]);
    expect(gateCount(passes['resubstitution']!(circuit))).toBe(0);
  });
});

describe('a planted fault', () => {
  it('in the library is caught by the equivalence check', () => {
    const { classOf } = npnTable();
    const wrong = new Library(false);
    const right = wrong.structures.bind(wrong);
    // x ∧ y in place of the majority of three: fewer gates, and wrong.
    const majority = classOf[0xe8e8]!;
    wrong.structures = (c) => (c === majority ? [chainFromText('24a')] : right(c));
    const circuit = families.adder(4, createRng('unused'));
    const changed = throughNetwork(circuit, (n) => rewriteCuts(n, { library: wrong, weights, zeroGain: false }));
    expect(checkEquivalence(circuit, changed).answer).toBe('different');
  });

  it('in any one gate of a result is caught, or the gate could not be seen', () => {
    const circuit = passes['cut rewriting']!(families.alu(2));
    const expected = tables(circuit);
    let caught = 0;
    for (let node = circuit.inputCount + 1; node < circuit.nodeCount; node += 1) {
      const kinds = circuit.kinds.slice();
      const left = circuit.left.slice();
      if (kinds[node] === 2) left[node] = left[node]! ^ 1;
      else kinds[node] = 2;
      const mutant = { ...circuit, kinds, left };
      const isSame = tables(mutant).join() === expected.join();
      expect(checkEquivalence(circuit, mutant).answer).toBe(isSame ? 'equal' : 'different');
      if (!isSame) caught += 1;
    }
    expect(caught).toBeGreaterThan(gateCount(circuit) / 2);
  });
});
