import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { lineChanges } from './line-changes.ts';

const signs = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string): string[] =>
  lineChanges(before, after).map(({ kind, line }) => signs[kind] + line);

describe('line changes', () => {
  it('tell what stayed, came and went', () => {
    expect(shown('a\nb\nc', 'a\nc')).toEqual([' a', '-b', ' c']);
    expect(shown('a\nc', 'a\nb\nc')).toEqual([' a', '+b', ' c']);
    expect(shown('a', 'b')).toEqual(['+b', '-a']);
    expect(shown('a', 'a')).toEqual([' a']);
  });

  it('property: are as few as can be, and rebuild both texts', () => {
    const rng = createRng('line-changes');
    const text = (): string[] => Array.from({ length: 1 + rng.below(6) }, () => rng.pick(['a', 'b', 'c']));
    for (let i = 0; i < 200; i += 1) {
      const [a, b] = [text(), text()];
      const changes = lineChanges(a.join('\n'), b.join('\n'));
      const without = (kind: string): string[] => changes.filter((one) => one.kind !== kind).map(({ line }) => line);
      expect(without('added')).toEqual(a);
      expect(without('removed')).toEqual(b);
      expect(changes.filter(({ kind }) => kind === 'same')).toHaveLength(longestCommon(a, b));
    }
  });
});

/** By trying every choice. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (a[0] === b[0]) return 1 + longestCommon(a.slice(1), b.slice(1));
  return Math.max(longestCommon(a.slice(1), b), longestCommon(a, b.slice(1)));
}
