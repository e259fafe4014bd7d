import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { createRng } from '#foundation/kernel';
import { signGate } from './sign-gate.ts';
import { spendAlpha } from './spend-alpha.ts';

const pair = (incumbent: number, candidate: number, i: number): PairedOutcome => ({
  task: `t${i}`,
  incumbent,
  candidate,
});
const record = (wins: number, losses: number, ties = 0): PairedOutcome[] => [
  ...Array.from({ length: wins }, (_, i) => pair(0, 1, i)),
  ...Array.from({ length: losses }, (_, i) => pair(1, 0, wins + i)),
  ...Array.from({ length: ties }, (_, i) => pair(1, 1, wins + losses + i)),
];

describe('signGate', () => {
  it('rejects an even record however long it is', () => {
    expect(signGate(record(1500, 1500), 0.05).verdict).toBe('reject');
  });

  it('accepts at the first clean sweep that alpha allows, and is undecided before', () => {
    expect(signGate(record(4, 0), 0.05)).toMatchObject({ verdict: 'undecided', pValue: 1 / 16 });
    expect(signGate(record(5, 0), 0.05)).toMatchObject({ verdict: 'accept', pValue: 1 / 32 });
  });

  it('is undecided without any difference', () => {
    expect(signGate(record(0, 0, 100), 0.05)).toMatchObject({ verdict: 'undecided', pValue: 1 });
  });

  it('property: one more win turns no accept into a reject', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(20), (wins, losses) => {
        fc.pre(signGate(record(wins, losses), 0.05).verdict === 'accept');
        expect(signGate(record(wins + 1, losses), 0.05).verdict).toBe('accept');
      }),
    );
  });

  it('accepts useless candidates no oftener than alpha over all looks of a run, and good ones nearly always', () => {
    const acceptsAnything = (gain: number, run: number): boolean => {
      const rng = createRng(`gate/${gain}/${run}`);
      for (let look = 1; look <= 10; look += 1) {
        const outcomes = Array.from({ length: 60 }, (_, i) =>
          pair(rng.chance(0.5) ? 1 : 0, rng.chance(0.5 + gain) ? 1 : 0, i),
        );
        if (signGate(outcomes, spendAlpha(0.05, look)).verdict === 'accept') return true;
      }
      return false;
    };
    const share = (gain: number): number =>
      Array.from({ length: 1000 }, (_, run) => run).filter((run) => acceptsAnything(gain, run)).length / 1000;
    expect(share(0)).toBeLessThanOrEqual(0.05);
    expect(share(0.3)).toBeGreaterThan(0.95);
  });
});

describe('spendAlpha', () => {
  it('never spends more than the whole budget', () => {
    let spent = 0;
    for (let look = 1; look <= 100_000; look += 1) spent += spendAlpha(0.05, look);
    expect(spent).toBeLessThan(0.05);
    expect(spent).toBeGreaterThan(0.0499);
  });
});
