import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { createMemory } from '#logic/wasm/run';
import { layers } from '../../../../../test/oracles/lm/layers.ts';
import { products } from '../../../../../test/oracles/lm/products.ts';
import { softmax } from '../../../../../test/oracles/lm/softmax.ts';
import type { Twins } from '../../../../../test/oracles/lm/twins.ts';
import { vectors } from '../../../../../test/oracles/lm/vectors.ts';
import { createKernels, type KernelName } from './kernels.ts';
import { multiplyScratch } from './multiply.ts';

const twins: Twins = { ...layers, ...products, ...softmax, ...vectors };

/** One run of a kernel: its arguments, and scratch that may differ afterwards. */
interface Case {
  readonly args: readonly number[];
  readonly scratch?: { readonly at: number; readonly bytes: number };
}

const pages = 16;
const memory = createMemory(pages);
const kernels = createKernels(memory);

/** Places for so many floats each, one after the other with some floats between, not aligned to vectors. */
function places(...sizes: number[]): number[] {
  let next = 1024;
  return sizes.map((size) => {
    const at = next;
    next += 4 * (size + 5);
    return at;
  });
}

/** Random floats everywhere, and small whole numbers where words are read. */
function fill(rng: Rng, words?: { at: number; count: number; below: number }): void {
  const floats = new Float32Array(memory.buffer);
  for (let i = 0; i < floats.length; i += 1) floats[i] = 2 * rng.float() - 1;
  if (words === undefined) return;
  const view = new Int32Array(memory.buffer);
  for (let i = 0; i < words.count; i += 1) view[words.at / 4 + i] = rng.below(words.below);
}

/** Runs kernel and twin on the same memory; the largest gap anywhere in it, over 1 + size. A write outside its place shows too. */
function gap(name: KernelName, { args, scratch }: Case): number {
  const before = memory.buffer.slice(0);
  const found = kernels[name](...args);
  const own = new Float32Array(memory.buffer.slice(0));
  const plain = { floats: new Float32Array(before), words: new Int32Array(before) };
  const expected = twins[name](plain, args);
  let worst = typeof expected === 'number' ? Math.abs(found - expected) / Math.abs(expected) : 0;
  for (let i = 0; i < own.length; i += 1) {
    if (scratch !== undefined && 4 * i >= scratch.at && 4 * i < scratch.at + scratch.bytes) continue;
    const difference = Math.abs(own[i]! - plain.floats[i]!) / (1 + Math.abs(plain.floats[i]!));
    if (!(difference <= worst)) worst = Number.isNaN(difference) ? Infinity : difference;
  }
  return worst;
}

/** Sizes at, below and beyond every block and tile. */
const sizes = [
  { m: 1, n: 1, k: 1 },
  { m: 4, n: 8, k: 4 },
  { m: 5, n: 9, k: 7 },
  { m: 33, n: 20, k: 3 },
  { m: 7, n: 31, k: 259 },
  { m: 64, n: 8, k: 256 },
];

const make: Record<KernelName, (rng: Rng) => Iterable<Case>> = {
  *packRight() {
    for (const { n, k } of sizes) {
      const [from, to] = places(n * k, 8 * k * Math.ceil(n / 8));
      yield { args: [n, k, from!, 4, 4 * n, to!] };
      yield { args: [n, k, from!, 4 * k, 4, to!] };
    }
  },
  *multiply() {
    for (const { m, n, k } of sizes) {
      const [left, right, to, scratch] = places(m * k, 8 * k * Math.ceil(n / 8), m * (n + 3), multiplyScratch / 4);
      for (const [row, column] of [
        [4 * k, 4],
        [4, 4 * m],
      ]) {
        for (const isAdded of [0, 1]) {
          const args = [m, n, k, left!, row!, column!, right!, 32 * k, to!, 4 * (n + 3), isAdded, scratch!];
          yield { args, scratch: { at: scratch!, bytes: multiplyScratch } };
        }
      }
    }
  },
  *embed(rng) {
    const [tokens, table, to] = places(9, 7 * 12, 9 * 12);
    fill(rng, { at: tokens!, count: 9, below: 7 });
    yield { args: [9, 12, tokens!, table!, to!] };
  },
  *embedBackward(rng) {
    const [tokens, table, to] = places(9, 7 * 12, 9 * 12);
    fill(rng, { at: tokens!, count: 9, below: 7 });
    yield { args: [9, 12, tokens!, table!, to!] };
  },
  *rmsNorm() {
    const [x, gain, to, scales] = places(5 * 12, 12, 5 * 12, 5);
    yield { args: [5, 12, x!, gain!, to!, scales!, 1e-5] };
  },
  *rmsNormBackward() {
    const [x, gain, scales, dy, dx, dGain] = places(5 * 12, 12, 5, 5 * 12, 5 * 12, 12);
    yield { args: [5, 12, x!, gain!, scales!, dy!, dx!, dGain!] };
  },
  *rotary(rng) {
    const [x, positions, table] = places(5 * 40, 5, 9 * 16);
    fill(rng, { at: positions!, count: 5, below: 9 });
    for (const sign of [1, -1]) yield { args: [5, 2, 16, x!, 160, positions!, table!, sign] };
  },
  *causalSoftmax() {
    for (const first of [0, 5, 32]) {
      const [scores] = places(7 * 40);
      yield { args: [7, first, scores!, 40, 0.7] };
    }
  },
  *causalSoftmaxBackward() {
    for (const first of [0, 5, 32]) {
      const [shares, d] = places(7 * 40, 7 * 40);
      kernels.causalSoftmax(7, first, shares!, 40, 1);
      yield { args: [7, first, shares!, d!, 40, 0.7] };
    }
  },
  *swiglu() {
    const [gates, to] = places(2 * 3 * 12, 3 * 12);
    yield { args: [3, 12, gates!, to!] };
  },
  *swigluBackward() {
    const [gates, d] = places(2 * 3 * 12, 3 * 12);
    yield { args: [3, 12, gates!, d!] };
  },
  *tokenOdds(rng) {
    const [logits, targets, shifted, totals] = places(5 * 24, 5, 5, 5);
    fill(rng, { at: targets!, count: 5, below: 24 });
    yield { args: [5, 24, logits!, targets!, shifted!, totals!] };
  },
  *tokenOddsBackward(rng) {
    const [logits, targets, weights, totals] = places(5 * 24, 5, 5, 5);
    fill(rng, { at: targets!, count: 5, below: 24 });
    new Float32Array(memory.buffer).fill(8, totals! / 4, totals! / 4 + 5);
    yield { args: [5, 24, logits!, targets!, weights!, totals!] };
  },
  *cachedAttention() {
    for (const seen of [1, 4, 9]) {
      const [query, cache, to, scores] = places(16, 9 * 40, 16, 12);
      const args = [seen, 16, query!, cache!, cache! + 64, 160, to!, scores!, 0.25];
      yield { args, scratch: { at: scores!, bytes: 48 } };
    }
  },
  *adamw() {
    const [w, g, m, v] = places(20, 20, 20, 20);
    const floats = new Float32Array(memory.buffer);
    for (let i = 0; i < 20; i += 1) floats[v! / 4 + i] = Math.abs(floats[v! / 4 + i]!);
    yield { args: [20, w!, g!, m!, v!, 0.01, 0.1, 0.9, 0.95, 2, 3, 1e-8, 0.5] };
  },
  *add() {
    const [to, from] = places(20, 20);
    yield { args: [20, to!, from!] };
  },
  *sumSquares() {
    const [from] = places(37);
    yield { args: [37, from!] };
  },
};

describe('kernels of the language model', () => {
  it.each(Object.entries(make))('%s writes what its plain twin writes, and nothing else', (name, cases) => {
    const rng = createRng(`test/lm/kernels/${name}`);
    fill(rng);
    let count = 0;
    for (const each of cases(rng)) {
      expect(gap(name as KernelName, each), each.args.join()).toBeLessThan(2e-5);
      count += 1;
    }
    expect(count).toBeGreaterThan(0);
  });

  it('take exponentials to a few units in the last place, and stay finite far out', () => {
    const x = Float32Array.from({ length: 4000 }, (_, i) => (i - 2000) / 25);
    const at = 4096;
    new Float32Array(memory.buffer).set([...x, 0, 0, 0, 0], at / 4);
    new Int32Array(memory.buffer).fill(0, 0, 8);
    // The odds of one row: exp(x − max), so the largest is taken off.
    kernels.tokenOdds(1, 4000, at, 0, 512, 516);
    const odds = new Float32Array(memory.buffer, at, 4000);
    const top = x.at(-1)!;
    const gaps = x.map((each, i) => {
      const shifted = Math.fround(each - top);
      return shifted > -87 ? Math.abs(odds[i]! / Math.exp(shifted) - 1) : odds[i]! * 1e31;
    });
    expect(Math.max(...gaps)).toBeLessThan(4e-7);
  });
});
