import { describe, expect, it } from 'vitest';
import { weighInterest } from './interest.ts';
import { turnKnobs } from '../knobs.ts';
import { emptyTrack, extendTrack, type Track } from '../practice-history.ts';

const knobs = turnKnobs();

function trackOf(scores: readonly number[], start = 0): Track {
  return scores.reduce(
    (track, score, i) => extendTrack(track, { at: start + i, score }, knobs.window, knobs.evidenceRate),
    emptyTrack,
  );
}

function interestOf(track: Track, now: number): { progress: number; uncertainty: number } {
  return weighInterest([track], now, knobs)[0]!;
}

describe('weighInterest', () => {
  it('knows nothing of what was never tried, and says so', () => {
    expect(interestOf(emptyTrack, 9)).toEqual({ progress: 1 - 1.5 / 4, uncertainty: 2 });
  });

  it('agrees with a line worked by hand', () => {
    // Scores 0, 0.2, 0.4, 0.6 lie on a line: P is its own scale, H = 0.7, and z² counts as 16 twice.
    const evidence = (4 * 0.9 + 1.6) * 0.9 + 1.6;
    const { progress, uncertainty } = interestOf(trackOf([0, 0.2, 0.4, 0.6]), 13);
    expect(progress).toBeCloseTo(0.7 + Math.sqrt(0.7) * (1 - 1.5 / evidence), 9);
    expect(uncertainty).toBeCloseTo(0.7 * (1 / Math.sqrt(5) + 10 / knobs.revisitAfter), 9);
  });

  it('loses all interest in what is mastered', () => {
    const { progress, uncertainty } = interestOf(trackOf([1, 1, 1, 1, 1]), 1000);
    expect(progress).toBe(0);
    expect(uncertainty).toBe(0);
  });

  it('grows with age up to a limit, and falls with visits', () => {
    const track = trackOf([0.5, 0.5, 0.5]);
    const at = (now: number): number => interestOf(track, now).uncertainty;
    expect(at(20)).toBeGreaterThan(at(5));
    expect(at(500)).toBe(at(5000));
    expect(interestOf(trackOf([0.5, 0.5, 0.5, 0.5], -1), 5).uncertainty).toBeLessThan(at(5));
  });

  it('gives up on what never moves: a flat score leaves no progress', () => {
    expect(interestOf(trackOf(Array.from({ length: 40 }, () => 0.5)), 40).progress).toBe(0);
  });
});
