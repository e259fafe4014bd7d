import { expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { historyTransitions } from './bit-history.ts';
import type { Predictor } from './predictor.ts';
import { createTextPredictor } from './text-predictor.ts';

const tiny = { bucketBits: 12, refineBits: 8, historyBits: 12 };

function words(length: number, seed: string): Uint8Array {
  const rng = createRng(seed);
  const vocabulary = ['the ', 'lord ', 'said ', 'unto ', 'moses ', 'and ', 'behold, ', 'went\n'];
  let text = '';
  while (text.length < length) text += vocabulary[rng.below(vocabulary.length)]!;
  return new TextEncoder().encode(text.slice(0, length));
}

/** Bits per byte. */
function rate(predictor: Predictor, bytes: Uint8Array): number {
  let bits = 0;
  for (const byte of bytes) {
    const chances = predictor.code(byte);
    for (let k = 0; k < 8; k += 1) {
      const one = chances[k]! / 65536;
      bits -= Math.log2(((byte >>> (7 - k)) & 1) === 1 ? one : 1 - one);
    }
  }
  return bits / bytes.length;
}

it('learns a text: from eight bits per byte towards its entropy', () => {
  const predictor = createTextPredictor(tiny);
  expect(rate(predictor, words(4, 'first'))).toBeGreaterThan(5);
  rate(predictor, words(20_000, 'text'));
  // Eight equally likely words of 5.4 letters on average have 3 / 5.4 = 0.56 bits per byte.
  expect(rate(predictor, words(5000, 'more'))).toBeLessThan(0.65);
});

it('costs about eight bits per byte on bytes that cannot be predicted', () => {
  const rng = createRng('noise');
  const noise = Uint8Array.from({ length: 20_000 }, () => rng.below(256));
  expect(rate(createTextPredictor(tiny), noise)).toBeLessThan(8.15);
});

it('takes in one symbol for ever, and all symbols', () => {
  expect(rate(createTextPredictor(tiny), new Uint8Array(5000))).toBeLessThan(0.05);
  const every = Uint8Array.from({ length: 5120 }, (_, i) => i & 255);
  expect(rate(createTextPredictor(tiny), every)).toBeLessThan(1.5);
});

it('gives the same chances for the same bytes, and again from a snapshot', () => {
  const [text, more] = [words(6000, 'text'), words(2000, 'more')];
  const predictor = createTextPredictor(tiny);
  rate(predictor, text);
  const snapshot = predictor.snapshot();
  const first = rate(predictor, more);
  const other = createTextPredictor(tiny);
  other.restore(snapshot);
  expect(rate(other, more)).toBe(first);
  const [a, b] = [predictor.snapshot(), other.snapshot()];
  expect(Buffer.compare(a.tables, b.tables)).toBe(0);
  expect(Buffer.compare(a.router, b.router)).toBe(0);
});

it('refuses the snapshot of another shape or other settings', () => {
  const snapshot = createTextPredictor(tiny).snapshot();
  const wider = createTextPredictor({ ...tiny, bucketBits: 13 });
  const wide = createTextPredictor(tiny, 'wide');
  const faster = createTextPredictor(tiny, 'narrow', { rateLast: 0.01 });
  for (const other of [wider, wide, faster]) {
    expect(() => other.restore(snapshot)).toThrow(expect.objectContaining({ code: 'lm/other-counters' }));
  }
});

it('changes only what may learn', () => {
  const text = words(4000, 'text');
  const predictor = createTextPredictor(tiny);
  rate(predictor, text);
  predictor.learn('nothing');
  const before = predictor.snapshot();
  rate(predictor, words(1000, 'other'));
  expect(Buffer.compare(predictor.snapshot().tables, before.tables)).toBe(0);
  for (const what of ['memory', 'weights', 'all'] as const) {
    predictor.restore(before);
    predictor.learn(what);
    rate(predictor, words(1000, 'other'));
    const { tables } = predictor.snapshot();
    const { weights, memory } = predictor.parts();
    const isSame = ({ begin, end }: { begin: number; end: number }): boolean =>
      Buffer.compare(tables.subarray(begin, end), before.tables.subarray(begin, end)) === 0;
    expect({ what, weights: isSame(weights), memory: isSame(memory) }).toEqual({
      what,
      weights: what === 'memory',
      memory: what === 'weights',
    });
  }
});

it('frozen, it still knows what it learned', () => {
  const predictor = createTextPredictor(tiny);
  rate(predictor, words(20_000, 'text'));
  predictor.learn('nothing');
  expect(rate(predictor, words(3000, 'more'))).toBeLessThan(0.75);
});

it('bit histories: they fit a byte, and a run of ones stays where it ends', () => {
  const next = historyTransitions();
  const reached = new Set([0]);
  for (const state of reached) for (const bit of [0, 1]) reached.add(next[2 * state + bit]!);
  expect(reached.size).toBeGreaterThan(150);
  expect(reached.size).toBeLessThanOrEqual(256);
  let state = 0;
  for (let i = 0; i < 100; i += 1) state = next[2 * state + 1]!;
  expect(next[2 * state + 1]).toBe(state);
  expect(next[2 * state]).not.toBe(state);
});
