import { describe, expect, it } from 'vitest';
import { fitsBeside, isSafePath } from './safe-path.ts';

describe('the path of a file of a skill', () => {
  it.each(['a', 'references/x.md', 'ä/b c.md', '...', 'a'.repeat(100), `${'a'.repeat(99)}/${'b'.repeat(100)}`])(
    '%s is safe',
    (path) => expect(isSafePath(path)).toBe(true),
  );

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/../b',
    './a',
    'a\\b',
    'c:a',
    'a\nb',
    'a\u0000',
    'a'.repeat(101),
    'ä'.repeat(51),
    `${'a'.repeat(100)}/${'b'.repeat(100)}`,
  ])('%j is not', (path) => expect(isSafePath(path)).toBe(false));

  it('fits beside others unless one is a folder on the way of the other', () => {
    expect(fitsBeside('a/b', ['a/c', 'ab', 'a/bc'])).toBe(true);
    expect(fitsBeside('a/b', ['a'])).toBe(false);
    expect(fitsBeside('a', ['x', 'a/b'])).toBe(false);
    expect(fitsBeside('a', [])).toBe(true);
  });
});
