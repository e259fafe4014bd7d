import { describe, expect, it } from 'vitest';
import type { Sequence } from '../../plans/sequence.ts';
import { mostLabelled } from './state-machine-class.ts';

const sequence = (length: number, label: number): Sequence => ({
  classes: new Uint8Array(length),
  labels: new Int16Array(length).fill(label),
});

describe('the sequences that are merged', () => {
  it('are all where they are few', () => {
    const few = Array.from({ length: 400 }, (_, i) => sequence(12, i % 2));
    expect(mostLabelled(few, 12, 'all')).toEqual(few);
  });

  it('are so few tokens that listing the fringe once for each of them is bounded, those with the most labels first', () => {
    const long = [...Array.from({ length: 1500 }, () => sequence(80, -1)), sequence(80, 1)];
    const taken = mostLabelled(long, 24, 'all');
    const tokens = taken.reduce((sum, { labels }) => sum + labels.length, 0);
    expect(tokens ** 2 * 24).toBeLessThanOrEqual(2e9);
    expect(taken.length).toBeGreaterThan(100);
    expect(taken[0]!.labels[0]).toBe(1);
  });
});
