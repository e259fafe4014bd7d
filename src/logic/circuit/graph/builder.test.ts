import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { CircuitBuilder, createBuilder } from './builder.ts';
import { gateCount, NodeKind } from './circuit.ts';
import { FALSE, TRUE } from './edge.ts';
import { evaluateOnce } from './evaluate.ts';

const laws: Record<string, [arity: number, (b: CircuitBuilder, x: number[]) => number, (x: boolean[]) => boolean]> = {
  not: [1, (b, [x]) => b.not(x!), ([x]) => !x],
  and: [2, (b, [x, y]) => b.and(x!, y!), ([x, y]) => x! && y!],
  or: [2, (b, [x, y]) => b.or(x!, y!), ([x, y]) => x! || y!],
  xor: [2, (b, [x, y]) => b.xor(x!, y!), ([x, y]) => x !== y],
  implies: [2, (b, [x, y]) => b.implies(x!, y!), ([x, y]) => !x || y!],
  equal: [2, (b, [x, y]) => b.equal(x!, y!), ([x, y]) => x === y],
  mux: [3, (b, [s, t, f]) => b.mux(s!, t!, f!), ([s, t, f]) => (s ? t! : f!)],
  majority: [3, (b, x) => b.majority(x[0]!, x[1]!, x[2]!), (x) => x.filter(Boolean).length >= 2],
};

describe('CircuitBuilder', () => {
  it.each(Object.entries(laws))(
    '%s means what it says for every choice of inputs, complements and constants',
    (_, law) => {
      const [arity, build, meaning] = law;
      const builder = createBuilder();
      const [p, q, r] = builder.inputs(3);
      const sources = [FALSE, TRUE, p!, p! ^ 1, q!, q! ^ 1, r!, r! ^ 1];
      const value = (edge: number, bits: boolean[]): boolean => [false, ...bits][edge >>> 1] !== ((edge & 1) === 1);
      for (let choice = 0; choice < 8 ** arity; choice += 1) {
        const edges = Array.from({ length: arity }, (_unused, i) => sources[Math.floor(choice / 8 ** i) % 8]!);
        const circuit = builder.build([build(builder, edges)]);
        for (let x = 0; x < 8; x += 1) {
          const bits = [0, 1, 2].map((i) => ((x >> i) & 1) === 1);
          expect(evaluateOnce(circuit, bits)).toEqual([meaning(edges.map((edge) => value(edge, bits)))]);
        }
      }
    },
  );

  it('folds constants, repetitions and contradictions without making a gate', () => {
    const b = createBuilder();
    const a = b.input();
    expect([b.and(a, FALSE), b.and(a, TRUE), b.and(a, a), b.and(a, b.not(a))]).toEqual([FALSE, a, a, FALSE]);
    expect([b.xor(a, FALSE), b.xor(a, TRUE), b.xor(a, a), b.xor(a, b.not(a))]).toEqual([a, b.not(a), FALSE, TRUE]);
    expect(b.nodeCount).toBe(2);
  });

  it('shares gates that differ only in order or in complements of a XOR', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    expect(b.and(y, x)).toBe(b.and(x, y));
    expect(b.xor(b.not(x), y)).toBe(b.not(b.xor(y, x)));
    expect(b.and(b.not(x), y)).not.toBe(b.and(x, y));
    expect(b.nodeCount).toBe(6);
  });

  it('keeps fanins below their gate, ordered, and XOR fanins without complement', () => {
    const rng = createRng('circuit/builder');
    const b = createBuilder();
    const edges = b.inputs(8);
    for (let i = 0; i < 2000; i += 1) {
      const x = rng.pick(edges) ^ rng.bit();
      const y = rng.pick(edges) ^ rng.bit();
      edges.push(rng.bit() === 1 ? b.and(x, y) : b.xor(x, y));
    }
    const { kinds, left, right, nodeCount } = b.build([]);
    const seen = new Set<string>();
    for (let node = 9; node < nodeCount; node += 1) {
      expect(left[node]!).toBeLessThan(right[node]!);
      expect(right[node]!).toBeLessThan(2 * node);
      expect(kinds[node] === NodeKind.xor && ((left[node]! | right[node]!) & 1) === 1).toBe(false);
      seen.add(`${kinds[node]} ${left[node]} ${right[node]}`);
    }
    expect(seen.size).toBe(nodeCount - 9);
  });

  it('property: joins any number of edges in a tree of logarithmic depth', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (bits) => {
        const b = createBuilder();
        const edges = b.inputs(bits.length);
        const circuit = b.build([b.andAll(edges), b.orAll(edges), b.xorAll(edges)]);
        const ones = bits.filter(Boolean).length;
        expect(evaluateOnce(circuit, bits)).toEqual([ones === bits.length, ones > 0, ones % 2 === 1]);
      }),
    );
  });

  it('refuses an input after a gate and an edge it never made', () => {
    const b = createBuilder();
    const [x, y] = b.inputs(2) as [number, number];
    b.and(x, y);
    expect(() => b.input()).toThrow('comes after the first gate');
    expect(() => b.and(x, 99)).toThrow('edge 99');
    expect(() => b.xor(-4, x)).toThrow('edge -4');
    expect(() => b.build([8])).toThrow('edge 8');
  });

  it('holds a million gates', () => {
    const b = createBuilder();
    const edges = b.inputs(64);
    const rng = createRng('circuit/million');
    let last = edges[0]!;
    while (b.nodeCount < 1_000_065) {
      const other = edges[rng.below(edges.length)]!;
      last = rng.bit() === 1 ? b.xor(last, other) : b.and(last ^ 1, other);
      if (last < 2) last = edges[rng.below(edges.length)]!;
      if (edges.length < 5000) edges.push(last);
    }
    expect(gateCount(b.build([last]))).toBe(1_000_000);
  });
});
