import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createBuilder } from '../graph/builder.ts';
import { type Circuit, gateCount } from '../graph/circuit.ts';
import { cofactor, compose, miter } from './compose.ts';
import { edgeOf, nodeOf } from '../graph/edge.ts';
import { evaluate, evaluateOnce, simulate } from '../graph/evaluate.ts';
import { cleanup, graft } from './graft.ts';
import { randomCircuit } from '../samples/random-circuit.ts';
import { coneOf, depthOf, levelsOf } from './structure.ts';
import { truthTablesOf } from '../tables/truth-table.ts';
import { words } from '../words/words.ts';

const bitsOf = (x: number, count: number): boolean[] => Array.from({ length: count }, (_, i) => ((x >> i) & 1) === 1);
const random = (seed: string, inputs = 5, outputs = 3): Circuit =>
  randomCircuit({ inputs, outputs, gates: 20, xorShare: 0.4 }, createRng(seed));

describe('the structure of composed circuits', () => {
  it('measures a small circuit by hand', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(3) as [number, number, number];
    const both = b.and(x, y);
    const circuit = b.build([b.xor(both, b.not(y)), both]);
    expect([...levelsOf(circuit)]).toEqual([0, 0, 0, 0, 1, 2]);
    expect(depthOf(circuit)).toBe(2);
    expect([...coneOf(circuit, [both])]).toEqual([0, 1, 1, 0, 1, 0]);
    expect([edgeOf(3), edgeOf(3, true), nodeOf(7)]).toEqual([6, 7, 3]);
  });
});

describe('evaluation of a circuit', () => {
  it('gives each lane of each word what that assignment alone gives', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const circuit = random(`lanes/${seed}`);
      const rng = createRng(`planes/${seed}`);
      const planes = Int32Array.from({ length: 5 * 3 }, () => rng.uint32());
      const out = evaluate(circuit, planes, 3);
      for (let lane = 0; lane < 96; lane += 1) {
        const at = (plane: Int32Array, i: number): boolean => ((plane[i * 3 + (lane >> 5)]! >>> (lane & 31)) & 1) === 1;
        const bits = [0, 1, 2, 3, 4].map((i) => at(planes, i));
        expect([0, 1, 2].map((o) => at(out, o))).toEqual(evaluateOnce(circuit, bits));
      }
    }
  });

  it('shows every node, the constant and inputs included', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    const circuit = b.build([b.and(b.not(x), y)]);
    expect([...simulate(circuit, Int32Array.of(0b0101, 0b0011))]).toEqual([0, 0b0101, 0b0011, 0b0010]);
  });

  it('writes into values of an earlier call, whatever they hold', () => {
    const circuit = random('reuse');
    const [first, second] = [Int32Array.of(1, 2, 3, 4, 5), Int32Array.of(-9, 8, -7, 6, -5)];
    const dirty = simulate(circuit, first).fill(-1);
    expect(simulate(circuit, second, 1, dirty)).toEqual(simulate(circuit, second));
    expect(simulate(circuit, second, 1, dirty)).toBe(dirty);
    expect(() => simulate(circuit, first, 1, new Int32Array(3))).toThrow('do not fit 3 words');
  });

  it('refuses planes of the wrong size', () => {
    expect(() => evaluate(random('size'), new Int32Array(6))).toThrow('need 5 words, not 6');
  });
});

describe('composition of circuits', () => {
  it('feeds the outputs of one into the inputs of the other', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const [inner, outer] = [random(`inner/${seed}`, 4, 3), random(`outer/${seed}`, 3, 2)];
      const both = compose(outer, inner);
      for (let x = 0; x < 16; x += 1) {
        expect(evaluateOnce(both, bitsOf(x, 4))).toEqual(evaluateOnce(outer, evaluateOnce(inner, bitsOf(x, 4))));
      }
    }
  });

  it('refuses circuits that do not fit', () => {
    expect(() => compose(random('a', 4), random('b', 4, 3))).toThrow('expected 4 inputs, found 3');
    expect(() => miter(random('a', 4), random('b', 5))).toThrow('expected 4 inputs, found 5');
    expect(() => miter(random('a', 4, 2), random('b', 4, 3))).toThrow('expected 2 outputs, found 3');
  });
});

describe('the cofactor of a circuit', () => {
  it('is the circuit where the fixed inputs have their values, and no longer reads them', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const circuit = random(`cofactor/${seed}`);
      const fixed = cofactor(
        circuit,
        new Map([
          [1, true],
          [3, false],
        ]),
      );
      expect([coneOf(fixed)[2], coneOf(fixed)[4]]).toEqual([0, 0]);
      for (let x = 0; x < 32; x += 1) {
        expect(evaluateOnce(fixed, bitsOf(x, 5))).toEqual(evaluateOnce(circuit, bitsOf((x | 2) & ~8, 5)));
      }
    }
    expect(() => cofactor(random('x'), new Map([[5, true]]))).toThrow('no input 5 of 5');
  });
});

describe('coneOf', () => {
  it('refuses an edge of another circuit', () => {
    expect(() => coneOf(random('cone'), [999])).toThrow('edge 999 is not of this circuit');
  });
});

describe('the miter of two circuits', () => {
  it('holds exactly where two circuits differ', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const [a, b] = [random(`a/${seed}`), random(`b/${seed}`)];
      const differ = miter(a, b);
      for (let x = 0; x < 32; x += 1) {
        const bits = bitsOf(x, 5);
        const differs = evaluateOnce(a, bits).join() !== evaluateOnce(b, bits).join();
        expect(evaluateOnce(differ, bits)).toEqual([differs]);
      }
    }
  });

  it('of a circuit and itself folds to false', () => {
    const circuit = random('self');
    expect(miter(circuit, circuit).outputs).toEqual([0]);
  });
});

describe('cleanup of a circuit', () => {
  it('drops dead gates and keeps the functions and the names', () => {
    const b = createBuilder();
    const x = b.inputs(4, 'x');
    const sum = words.add(b, x, words.constant(4, 5));
    b.andAll(x);
    const circuit = b.build(sum, ['a', 'b']);
    const clean = cleanup(circuit);
    expect(gateCount(clean)).toBeLessThan(gateCount(circuit));
    expect(truthTablesOf(clean)).toEqual(truthTablesOf(circuit));
    expect([clean.inputNames, clean.outputNames]).toEqual([circuit.inputNames, circuit.outputNames]);
  });
});

describe('the graft of a circuit on another', () => {
  it('shares what both copies have in common', () => {
    const circuit = random('twice');
    const b = createBuilder();
    const inputs = b.inputs(5);
    const first = graft(b, circuit, inputs);
    const size = b.nodeCount;
    expect(graft(b, circuit, inputs)).toEqual(first);
    expect(b.nodeCount).toBe(size);
  });
});
