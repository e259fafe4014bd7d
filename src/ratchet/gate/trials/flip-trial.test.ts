import { describe, expect, it } from 'vitest';
import type { PairedOutcome } from '#foundation/contracts/certificates';
import { openFlipTrial } from './flip-trial.ts';
import { signGate } from './sign-gate.ts';

const ALPHA = 0.01;

/** Outcomes of an incumbent at 0.5 with these differences. */
function pairsOf(differences: readonly number[]): PairedOutcome[] {
  return differences.map((d, i) => ({ task: `t${i}`, incumbent: 0.5, candidate: 0.5 + d }));
}

function judged(differences: readonly number[]): ReturnType<typeof openFlipTrial> {
  const trial = openFlipTrial('x', ALPHA);
  trial.report(pairsOf(differences).map((pair) => ({ ...pair, repeat: 0 })));
  return trial;
}

const times = (count: number, difference: number): number[] => Array<number>(count).fill(difference);

describe('a trial by sign flips', () => {
  it('accepts great gains beside as many small losses, where counting signs sees nothing', () => {
    const differences = [...times(14, 0.5), ...times(12, -0.02)];
    expect(signGate(pairsOf(differences), ALPHA).verdict).toBe('reject');
    expect(judged(differences)).toMatchObject({ verdict: 'accept', signs: { wins: 14, losses: 12 } });
  });

  it('does not accept many small gains beside few great losses', () => {
    const differences = [...times(14, 0.02), ...times(2, -0.5)];
    expect(judged(differences).verdict).toBe('reject');
  });

  it('is undecided where a candidate is ahead by too little to tell, and rejects what is not', () => {
    expect(judged(times(3, 0.5)).verdict).toBe('undecided');
    expect(judged(times(30, 0)).verdict).toBe('reject');
  });

  it('does not take a few equal gains for certain: a rare loss could hide', () => {
    const trial = judged(times(10, 0.05));
    expect(trial.evidence().pValue).toBeLessThan(ALPHA);
    expect(trial.verdict).toBe('undecided');
    expect(judged(times(120, 0.05)).verdict).toBe('accept');
  });

  it('tells the whole level as spent once it has looked, and nothing before', () => {
    expect(openFlipTrial('x', ALPHA).evidence()).toMatchObject({ looks: 0, spent: 0, pValue: 1 });
    expect(judged(times(3, 0.5)).evidence()).toMatchObject({ looks: 1, spent: ALPHA, alpha: ALPHA, pairs: 3 });
  });
});
