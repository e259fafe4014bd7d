import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { breakWord, drawBalanced, drawInParts, turnPart } from './dyck-word.ts';

function depths(word: Uint8Array): number[] {
  let depth = 0;
  return Array.from(word, (bracket) => (depth += bracket === 0 ? 1 : -1));
}

describe('bracket strings', () => {
  it('are balanced, within the depth, and uniform among all such strings', () => {
    const rng = createRng('dyck-test');
    const counts = new Map<string, number>();
    for (let i = 0; i < 16_000; i += 1) {
      const word = drawBalanced(10, 3, rng);
      const path = depths(word);
      expect(Math.min(...path)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...path)).toBeLessThanOrEqual(3);
      expect(path.at(-1)).toBe(0);
      const text = word.join('');
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    // Dyck paths of semilength 5 and height at most 3: OEIS A001519(5) = 34.
    expect(counts.size).toBe(34);
    const expected = 16_000 / 34;
    let chiSquare = 0;
    for (const count of counts.values()) chiSquare += (count - expected) ** 2 / expected;
    expect(chiSquare).toBeLessThan(70);
  });

  it.each(['extra_close', 'missing_close', 'order'] as const)('are never balanced after the break %s', (how) => {
    const rng = createRng(`dyck-break/${how}`);
    for (const half of [1, 2, 3, 4, 8, 20]) {
      for (let i = 0; i < 300; i += 1) {
        const word = drawBalanced(2 * half, 5, rng);
        breakWord(word, how, rng);
        const path = depths(word);
        expect(Math.min(...path) < 0 || path.at(-1) !== 0).toBe(true);
        expect(how === 'order' ? path.at(-1) : 0).toBe(0);
        expect(how === 'missing_close' ? -1 : Math.min(...path)).toBeLessThan(0);
        expect(half < 3 || (word[0] === 0 && word.at(-1) === 1)).toBe(true);
      }
    }
  });

  it('can be long and shallow, or long and deep', () => {
    const rng = createRng('dyck-long');
    for (const depth of [1, 2, 128]) expect(depths(drawBalanced(2048, depth, rng)).at(-1)).toBe(0);
  });
});

describe('strings in parts', () => {
  it('are balanced until a part is turned around, which changes two brackets and neither count nor ends', () => {
    const rng = createRng('dyck-parts');
    for (const half of [4, 8, 20]) {
      for (let i = 0; i < 200; i += 1) {
        const word = drawInParts(2 * half, 5, rng);
        const before = word.slice();
        expect(Math.min(...depths(word))).toBe(0);
        expect(turnPart(word, rng)).toBe(true);
        expect(Math.min(...depths(word))).toBe(-1);
        expect(depths(word).at(-1)).toBe(0);
        expect(word.filter((bracket, at) => bracket !== before[at])).toHaveLength(2);
        expect([word[0], word.at(-1)]).toEqual([0, 1]);
      }
    }
  });
});
