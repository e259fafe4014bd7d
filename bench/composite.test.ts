import { describe, expect, it } from 'vitest';
import { compositeScores, fastScore, learningScore, safetyScore } from './composite.ts';
import type { SuiteResult, Table } from './suite.ts';

function resultOf(suite: string, tables: readonly Table[]): SuiteResult {
  const configuration = { hardware: { estimatedGHz: 2 } };
  return { suite, quick: true, seed: 1, configuration, tables, plots: [], targets: [], notes: [], cpuSeconds: 1 };
}

const table = (columns: string[], ...rows: (string | number | null)[][]): Table => ({ title: 't', columns, rows });
const parity = resultOf('parity', [table(['T', 'R̂_01', 'cycles/token, amortised per lane'], [8, 0, 4], [16, 0.2, 6])]);
const kv = resultOf('kv', [
  table(['K', 'early', 'middle', 'late', 'absent'], [8, 1, 1, 1, 0.6]),
  table(['memory'], ['x']),
]);
const bandit = resultOf('bandit', [table(['learner', 'R_T / T'], ['pawl', 0.25], ['EXP4', 5])]);
const safety = (violations: number): SuiteResult =>
  resultOf('safety', [
    table(['figure', 'value'], ['observed safety violations', violations], ['verification_to_fast_path_ratio', 3]),
  ]);

describe('composite scores', () => {
  it('follow the formulas', () => {
    expect(fastScore(100, [0, 0.5])).toBe(75);
    expect(learningScore(1)).toBe(0.5);
    expect(safetyScore(1, 0)).toBe(0.5);
    expect(safetyScore(0, 1)).toBe(0);
  });

  it('are read from the tables of the suites', () => {
    const scores = compositeScores([parity, kv, bandit, safety(0)]);
    expect(scores.fast).toBeCloseTo((2e9 / 5) * (1 - (0.1 + 0.1) / 2), 0);
    expect(scores.learning).toBeCloseTo(0.8, 12);
    expect(scores.safety).toBe(0.25);
    expect(compositeScores([safety(1)]).safety).toBe(0);
  });

  it('are null where a benchmark was not run', () => {
    expect(compositeScores([parity])).toEqual({ fast: null, learning: null, safety: null });
  });
});
