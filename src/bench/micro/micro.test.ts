import { describe, expect, it } from 'vitest';
import { aluOps } from './alu-workload.ts';
import { profiles } from './profile.ts';
import { microReport } from './micro-report.ts';
import { runMicro } from './micro.ts';

describe('runMicro', () => {
  it('measures, agrees with native code where there is a compiler, and reports every field', async () => {
    const noted: string[] = [];
    const report = await runMicro(profiles.tiny, (line) => noted.push(line));
    expect(noted).toEqual(['BIT-ALU', 'expert evaluation', 'machine steps']);
    expect(report.experts.cells.map(({ gates, lanes }) => [gates, lanes])).toEqual([[64, 256]]);
    expect(report.experts.cells[0]!.cyclesPerBatch).toBeGreaterThan(1);
    expect(report.steps.cells.map(({ keys, experts }) => [keys, experts])).toEqual([
      [8, 16],
      [1, 16],
      [512, 16],
      [8, 64],
      [1, 64],
      [512, 64],
    ]);
    expect(report.steps.cells[1]!.expertsPerStep).toBe(4);
    expect(report.alu.cells.map(({ op }) => op)).toEqual([...aluOps]);
    expect(report.targets).toHaveLength(14);
    const text = microReport(report).join('\n');
    for (const word of ['W_hw = 128', 'cycles estimated', 'N_expert_max = ', 'G gate-lanes/s', 'lane-steps/s']) {
      expect(text).toContain(word);
    }
  });
});
