import { describe, expect, it } from 'vitest';
import { cegis } from './cegis.ts';

/** Guess a number from comparisons: an example is a bound. */
type Bound = { readonly above: number } | { readonly below: number };

function guess(secret: number, size: number, maxRounds?: number) {
  return cegis<number, Bound, string>({
    propose: (bounds) => {
      const low = Math.max(0, ...bounds.flatMap((bound) => ('above' in bound ? [bound.above + 1] : [])));
      const high = Math.min(size, ...bounds.flatMap((bound) => ('below' in bound ? [bound.below] : [])));
      return low < high ? { answer: 'candidate', candidate: (low + high) >> 1 } : { answer: 'none' };
    },
    verify: (x) => {
      if (x === secret) return { answer: 'correct', evidence: 'equal' };
      return { answer: 'wrong', counterexample: x < secret ? { above: x } : { below: x } };
    },
    agrees: (x, bound) => ('above' in bound ? x > bound.above : x < bound.below),
    ...(maxRounds === undefined ? {} : { maxRounds }),
  });
}

describe('synthesis guided by counterexamples', () => {
  it('finds every member of the space, and none outside it', () => {
    for (let secret = 0; secret < 64; secret += 1) {
      expect(guess(secret, 64)).toMatchObject({ answer: 'found', candidate: secret, evidence: 'equal' });
    }
    expect(guess(64, 64).answer).toBe('none');
  });

  it('stops at the rounds allowed', () => {
    expect(guess(63, 64, 2)).toMatchObject({ answer: 'unknown', rounds: 2 });
  });

  it('passes on what proposer and verifier do not know', () => {
    const common = { agrees: () => true } as const;
    const unknown = { answer: 'unknown', why: 'tired' } as const;
    expect(cegis({ ...common, propose: () => unknown, verify: () => unknown })).toMatchObject(unknown);
    expect(
      cegis({ ...common, propose: () => ({ answer: 'candidate', candidate: 1 }), verify: () => unknown }),
    ).toMatchObject({ ...unknown, rounds: 1 });
  });

  it('refuses a proposer that ignores examples and a verifier whose counterexample excludes nothing', () => {
    const candidate = { answer: 'candidate', candidate: 1 } as const;
    const wrong = { answer: 'wrong', counterexample: 2 } as const;
    expect(() => cegis({ propose: () => candidate, verify: () => wrong, agrees: () => false })).toThrow('agrees with');
    expect(() => cegis({ propose: () => candidate, verify: () => wrong, agrees: () => true })).toThrow('excludes');
  });
});
