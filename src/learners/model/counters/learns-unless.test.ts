import { expect, it } from 'vitest';
import { Predictor } from './predictor.ts';
import type { SymbolRouter } from './context-router.ts';
import { defaultSettings } from './predictor-settings.ts';

/** Two contexts: a short one that is always the same, and a longer one that is told; the short one may look at the longer. */
function routerOf(longer: (t: number) => number, learnsUnless: readonly number[]): SymbolRouter {
  let taken = 0;
  return {
    shape: {
      contexts: ['short', 'longer'],
      knownSteps: [0, 0],
      learnsUnless,
      matches: [],
      matchKeys: 1,
      sets: [{ name: 'bits so far', route: 'partial', keys: 1 }],
      refinements: [],
      bucketBits: 8,
      refineBits: 4,
    },
    route({ contexts, setKeys }) {
      contexts.restart();
      contexts.put(7);
      contexts.put(longer(taken));
      setKeys[0] = 0;
    },
    take: () => void (taken += 1),
    save: () => new Uint8Array(),
    load: () => {},
  };
}

/** How often the counters at the roots of the nibbles have learned, highest first. */
function learned(symbols: number, longer: (t: number) => number, learnsUnless: readonly number[]): number[] {
  const predictor = new Predictor(routerOf(longer, learnsUnless), defaultSettings);
  for (let t = 0; t < symbols; t += 1) predictor.code(97);
  const { memory } = predictor.parts();
  const buckets = predictor.snapshot().tables.subarray(memory.begin, memory.end);
  const counts: number[] = [];
  for (let at = 0; at < buckets.length; at += 64) if (buckets[at] !== 0) counts.push(buckets[at + 5]!);
  return counts.toSorted((a, b) => b - a);
}

it('a context that learns unless a longer one is known counts new contexts, not symbols', () => {
  // Both nibbles of the symbol: two buckets of the longer context, two of the short one.
  expect(learned(20, () => 1, [1, -1])).toEqual([20, 20, 1, 1]);
  expect(learned(20, () => 1, [-1, -1])).toEqual([20, 20, 20, 20]);
  const everNew = learned(20, (t) => t, [1, -1]);
  expect(everNew.slice(0, 2)).toEqual([20, 20]);
  expect(Math.max(...everNew.slice(2))).toBe(1);
});
