import { describe, expect, it } from 'vitest';
import { planLooks } from './look-plan.ts';

const shown = (tasks: number, repeats: number, room: number, level = 0.05): unknown[] =>
  planLooks({ tasks, repeats, room }, level).map((look) => [look.tasks, look.repeats, Number(look.share.toFixed(3))]);

describe('the looks of a trial', () => {
  it('are half of the tasks once, all twice, and all with as many repeats as may be', () => {
    expect(shown(40, 8, 1000)).toEqual([
      [20, 1, 0],
      [40, 2, 0.1],
      [40, 8, 0.9],
    ]);
    expect(shown(40, 8, 163)).toEqual([
      [20, 1, 0],
      [40, 2, 0.1],
      [40, 4, 0.9],
    ]);
  });

  it('are one at all tasks where there is no room for four repeats', () => {
    expect(shown(40, 8, 159)).toEqual([
      [20, 1, 0],
      [40, 3, 1],
    ]);
    expect(shown(40, 1, 1000)).toEqual([
      [20, 1, 0],
      [40, 1, 1],
    ]);
    expect(shown(40, 8, 30.5)).toEqual([
      [15, 1, 0],
      [30, 1, 1],
    ]);
  });

  it('leave out the first where fewer than eight tasks would be looked at', () => {
    expect(shown(14, 1, 100)).toEqual([[14, 1, 1]]);
    expect(shown(15, 1, 100)).toEqual([
      [8, 1, 0],
      [15, 1, 1],
    ]);
  });

  it('give the share of a look that can never accept to the others, and nothing to any where none can', () => {
    // 2⁻⁷ = 0.0078: more than a tenth of 0.05, less than nine tenths.
    expect(shown(7, 8, 1000)).toEqual([
      [7, 2, 0],
      [7, 8, 1],
    ]);
    expect(shown(4, 8, 1000)).toEqual([
      [4, 2, 0],
      [4, 8, 0],
    ]);
    expect(shown(40, 8, 0)).toEqual([]);
  });
});
