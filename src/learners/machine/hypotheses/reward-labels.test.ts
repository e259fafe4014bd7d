import { describe, expect, it } from 'vitest';
import type { BitEpisode } from './evidence.ts';
import { leastRight } from './reward-labels.ts';

const bits = new Uint8Array(1);
const episodeOf = (...rewards: number[]): BitEpisode => ({
  by: 'chance',
  steps: rewards.map((reward) => ({ observation: bits, action: bits, reward })),
  total: rewards.reduce((sum, reward) => sum + reward, 0),
});

describe('the lowest reward of a right step', () => {
  it('is that of the longest episode where each step earns a part of 1', () => {
    expect(leastRight([episodeOf(1 / 6, 0), episodeOf(1 / 8, 1 / 8, 0), episodeOf(1 / 7, 0)])).toBe(1 / 8);
  });

  it('is the highest where rewards rise evenly, and none where there is one reward', () => {
    expect(leastRight([episodeOf(0, 0.25, 0.5, 0.75, 1)])).toBe(1);
    expect(leastRight([episodeOf(0, 0)])).toBeUndefined();
    expect(leastRight([])).toBeUndefined();
  });
});
