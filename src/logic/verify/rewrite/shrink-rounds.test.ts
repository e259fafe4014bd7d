import { describe, expect, it } from 'vitest';
import { families } from '#logic/circuit/samples';
import { evaluate } from '#logic/circuit/graph';
import { createRng } from '#foundation/kernel';
import { costOf, shrinkRounds } from './shrink-rounds.ts';
import { simplifyAnytime } from './simplify.ts';

const adder = families.prefixAdder(40, createRng('unused'));

describe('shrinkRounds', () => {
  it.each(['gates', 'and-equivalent'] as const)('never makes more %s, and keeps the function', (cost) => {
    const rng = createRng('verify/rounds');
    const planes = Int32Array.from({ length: adder.inputCount * 4 }, () => rng.uint32());
    const sizes = [costOf(adder, cost)];
    for (const smaller of shrinkRounds(adder, { cost, effort: 1 })) {
      expect(evaluate(smaller, planes, 4)).toEqual(evaluate(adder, planes, 4));
      sizes.push(costOf(smaller, cost));
    }
    expect(sizes.length).toBe(3);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes.at(-1)).toBeLessThan(0.9 * sizes[0]!);
  });

  it('gives the circuit back when it is stopped before it began', () => {
    const [only, ...more] = shrinkRounds(adder, { shouldStop: () => true });
    expect(more).toEqual([]);
    expect(costOf(only!, 'gates')).toBe(costOf(adder, 'gates'));
  });
});

describe('simplifyAnytime', () => {
  it('proves the circuit itself when nothing smaller was found in time', () => {
    const large = families.prefixAdder(200, createRng('unused'));
    const result = simplifyAnytime(large, { shouldStop: () => true });
    expect(result).toMatchObject({ answer: 'proved', after: result.before });
  });
});
