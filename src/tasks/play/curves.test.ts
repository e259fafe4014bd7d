import { describe, expect, it } from 'vitest';
import { score, summarise } from './score.ts';
import { start } from './start.ts';

describe('what only many episodes show', () => {
  it('the calibration error and the coverage curve of confidences', () => {
    const scores = Array.from({ length: 40 }, (_, index) => {
      const path = `SAFE_DECISION_WITH_HELP(PARITY)/1/curves/${index}`;
      const bits = (/bits: ([01 ]+)/.exec(start(path).text)?.[1] ?? '').trim().split(' ').map(Number);
      const right = bits.reduce((sum, bit) => sum ^ bit, 0);
      // Sure and right for half; half sure, and right for half of those; help for the rest.
      if (index < 20) return score(path, `PREDICT(1) ${right}`);
      if (index < 30) return score(path, `PREDICT(0.8) ${index % 2 === 0 ? right : 1 - right}`);
      return score(path, 'HELP');
    });
    const [summary] = summarise(scores);
    expect(summary!.curves.ece).toBeCloseTo((10 * 0.3) / 30);
    expect(summary!.curves.coverage).toEqual([
      { at: 0.5, tasks: 20, accuracy: 1 },
      { at: 0.75, tasks: 30, accuracy: 25 / 30 },
    ]);
  });

  it('accuracy against tool calls', () => {
    const scores = [0, 1].map((calls) => {
      const path = `TOOL_DB_LOOKUP/1/curves/0`;
      return score(path, calls === 0 ? ['ANSWER MISSING'] : ['QUERY k0', 'ANSWER MISSING']);
    });
    expect(summarise(scores)[0]!.curves.calls).toEqual([
      { at: 0, tasks: 1, accuracy: 0 },
      { at: 1, tasks: 1, accuracy: 0 },
    ]);
  });

  it('cycles per unit of work and structural changes, as the player tells them', () => {
    const told = { cycles: 640, structuralChanges: 2 };
    const [sequence, program] = ['PARITY/1/curves/0', 'EXEC_TINY_VM/1/curves/0'].map((path) => score(path, '0', told));
    expect(sequence!.metrics['cycles_per_token']).toBe(640 / sequence!.work.count);
    expect(program!.work.unit).toBe('instruction');
    expect(program!.metrics['cycles_per_instruction']).toBe(640 / program!.work.count);
    expect(program!.metrics['structural_changes']).toBe(2);
    expect(score('GRID_NAV/1/curves/0', ['UP'], told).metrics['cycles_per_step']).toBeCloseTo(640 / 25);
  });
});
