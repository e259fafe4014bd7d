import { expect, it } from 'vitest';
import { turnKnobs } from '../knobs.ts';
import { tsclRule, windowSlope } from './tscl.ts';

it('measures the slope over time, not over visits', () => {
  const marks = [0, 10, 20].map((at) => ({ at, score: at / 100 }));
  expect(windowSlope(marks)).toBeCloseTo(0.01, 12);
  expect(windowSlope(marks.slice(0, 1))).toBe(0);
  expect(windowSlope([marks[1]!, marks[1]!])).toBe(0);
});

it('is drawn by forgetting as by learning', () => {
  const knobs = turnKnobs();
  const [down, flat, up] = tsclRule([-0.02, 0, 0.02], knobs);
  expect(down).toBe(up);
  expect(up! / flat!).toBeCloseTo(Math.exp(0.02 / knobs.tsclTemperature), 9);
});

it('spreads its floor evenly', () => {
  const shares = tsclRule([1, 0, 0, 0], turnKnobs({ tsclFloor: 0.2 }));
  expect(shares[3]).toBeCloseTo(0.05, 9);
});
