import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CircuitBuilder, createBuilder } from '../graph/builder.ts';
import { gateCount } from '../graph/circuit.ts';
import { evaluate } from '../graph/evaluate.ts';
import { cleanup } from '../structure/graft.ts';
import type { Word } from './word-add.ts';
import { words } from './words.ts';

type Build = (b: CircuitBuilder, x: Word, y: Word) => Word;
type Meaning = (x: bigint, y: bigint, n: bigint) => bigint;

const mod = (value: bigint, n: bigint): bigint => BigInt.asUintN(Number(n), value);
const signed = (value: bigint, n: bigint): bigint => BigInt.asIntN(Number(n), value);
const truth = (value: boolean): bigint => (value ? 1n : 0n);
const ones = (value: bigint): bigint => BigInt(value.toString(2).replaceAll('0', '').length);
const rotate = (x: bigint, k: bigint, n: bigint): bigint => mod((x << k) | (x >> (n - k)), n);

const laws: Record<string, [Build, Meaning]> = {
  add: [words.add, (x, y, n) => mod(x + y, n)],
  addExact: [(b, x, y) => words.addExact(b, x, y), (x, y) => x + y],
  addPrefix: [words.addPrefix, (x, y) => x + y],
  subtract: [words.subtract, (x, y, n) => mod(x - y, n)],
  increment: [(b, x) => words.increment(b, x), (x, _, n) => mod(x + 1n, n)],
  negate: [(b, x) => words.negate(b, x), (x, _, n) => mod(-x, n)],
  multiply: [words.multiply, (x, y) => x * y],
  multiplyTree: [words.multiplyTree, (x, y) => x * y],
  multiplyKaratsuba: [words.multiplyKaratsuba, (x, y) => x * y],
  equal: [(b, x, y) => [words.equal(b, x, y)], (x, y) => truth(x === y)],
  lessThan: [(b, x, y) => [words.lessThan(b, x, y)], (x, y) => truth(x < y)],
  lessThanSigned: [(b, x, y) => [words.lessThanSigned(b, x, y)], (x, y, n) => truth(signed(x, n) < signed(y, n))],
  mux: [(b, x, y) => words.mux(b, x[0]!, x, y), (x, y) => (x % 2n === 1n ? x : y)],
  max: [words.max, (x, y) => (x > y ? x : y)],
  min: [words.min, (x, y) => (x < y ? x : y)],
  maxSigned: [words.maxSigned, (x, y, n) => (signed(x, n) > signed(y, n) ? x : y)],
  minSigned: [words.minSigned, (x, y, n) => (signed(x, n) < signed(y, n) ? x : y)],
  popcount: [(b, x) => words.popcount(b, x), (x) => ones(x)],
  shiftLeftBy: [words.shiftLeftBy, (x, y, n) => (y >= n ? 0n : mod(x << y, n))],
  shiftRightBy: [(b, x, y) => words.shiftRightBy(b, x, y), (x, y) => x >> y],
  shiftRightSigned: [
    (b, x, y) => words.shiftRightBy(b, x, y, x.at(-1)),
    (x, y, n) => mod(signed(x, n) >> (y > n ? n : y), n),
  ],
  rotateLeftBy: [words.rotateLeftBy, (x, y, n) => rotate(x, y % n, n)],
  rotateRight3: [(_, x) => words.rotateLeft(x, -3), (x, _, n) => rotate(x, (3n * n - 3n) % n, n)],
  shiftLeft2: [(_, x) => words.shiftLeft(x, 2), (x, _, n) => mod(x << 2n, n)],
  shiftRight2: [(_, x) => words.shiftRight(x, 2), (x) => x >> 2n],
  plusMinusFive: [(b, x) => words.add(b, x, words.constant(x.length, -5)), (x, _, n) => mod(x - 5n, n)],
  signExtend: [(_, x) => words.signExtend(x, x.length + 3), (x, _, n) => mod(signed(x, n), n + 3n)],
};

/** Evaluates at up to 32 pairs at once, one per lane. */
function compute(build: Build, width: number, pairs: readonly (readonly [bigint, bigint])[]): bigint[] {
  const b = createBuilder();
  const circuit = b.build([...build(b, b.inputs(width), b.inputs(width))]);
  const planes = new Int32Array(2 * width);
  for (const [lane, [x, y]] of pairs.entries()) {
    for (let i = 0; i < width; i += 1) {
      planes[i] = planes[i]! | (Number((x >> BigInt(i)) & 1n) << lane);
      planes[width + i] = planes[width + i]! | (Number((y >> BigInt(i)) & 1n) << lane);
    }
  }
  const out = evaluate(circuit, planes);
  return pairs.map((_, lane) => out.reduce((sum, word, o) => sum | (BigInt((word >>> lane) & 1) << BigInt(o)), 0n));
}

describe('words of gates', () => {
  it.each(Object.entries(laws))('%s is right for all words of up to 4 bits', (_, [build, meaning]) => {
    for (let width = 1; width <= 4; width += 1) {
      const size = 2 ** width;
      for (let x = 0; x < size; x += 1) {
        const pairs = Array.from({ length: size }, (_unused, y) => [BigInt(x), BigInt(y)] as const);
        expect(compute(build, width, pairs)).toEqual(pairs.map(([a, b]) => meaning(a, b, BigInt(width))));
      }
    }
  });

  it.each(Object.entries(laws))('property: %s agrees with whole numbers of up to 64 bits', (_, [build, meaning]) => {
    const widths = fc.integer({ min: 5, max: 64 });
    const pair = (n: number) =>
      fc.tuple(fc.bigInt({ min: 0n, max: 2n ** BigInt(n) - 1n }), fc.bigInt({ min: 0n, max: 2n ** BigInt(n) - 1n }));
    const near = (n: number) =>
      fc.bigInt({ min: 0n, max: 2n ** BigInt(n) - 1n }).map((x) => [x, x % BigInt(n + 2)] as const);
    const cases = widths.chain((n) =>
      fc.tuple(fc.constant(n), fc.array(fc.oneof(pair(n), near(n)), { minLength: 32, maxLength: 32 })),
    );
    fc.assert(
      fc.property(cases, ([n, pairs]) => {
        expect(compute(build, n, pairs)).toEqual(pairs.map(([x, y]) => meaning(x, y, BigInt(n))));
      }),
      { numRuns: 8 },
    );
  });

  it('multiplies words of different widths, also empty ones', () => {
    for (const build of [words.multiply, words.multiplyTree, words.multiplyKaratsuba]) {
      const b = createBuilder();
      const product = build(b, words.constant(9, 300), words.constant(5, 27));
      expect(product).toEqual(words.constant(14, 8100));
      expect(build(b, [], words.constant(2, 3))).toEqual(words.constant(2, 0));
    }
  });

  it('adds n bits in 5n − 3 gates', () => {
    for (const n of [1, 2, 8, 64]) {
      const b = createBuilder();
      const circuit = b.build(words.addExact(b, b.inputs(n), b.inputs(n)));
      expect(gateCount(cleanup(circuit))).toBe(5 * n - 3);
    }
  });

  it('refuses words of different widths', () => {
    const b = createBuilder();
    expect(() => words.add(b, b.inputs(3), b.inputs(4))).toThrow('cannot add 3 and 4 bits');
    expect(() => words.lessThan(b, b.inputs(1), b.inputs(2))).toThrow('cannot compare 1 and 2 bits');
  });
});
