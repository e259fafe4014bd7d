import { describe, expect, it } from 'vitest';
import { atLeast } from '../target.ts';
import type { SuiteResult } from '../suite.ts';
import { htmlReport } from './html-report.ts';

const result: SuiteResult = {
  suite: 'demo',
  quick: true,
  seed: 3,
  configuration: { note: '</pre><script>alert(1)</script>' },
  tables: [{ title: 'T', columns: ['a'], rows: [['<b>'], [0.123456], [null]] }],
  plots: [
    {
      title: 'P',
      x: { label: 'n', scale: 'log' },
      y: { label: 'risk', scale: 'linear' },
      series: [
        {
          name: 'ours',
          points: [
            [1, 0.5],
            [100, 0],
            [0, 1],
            [10, Number.NaN],
          ],
        },
      ],
    },
  ],
  targets: [atLeast('speed', 0.5, 1)],
  notes: [],
  cpuSeconds: 1.25,
};

describe('htmlReport', () => {
  const page = htmlReport('Pawl <bench>', [result]);

  it('shows figures, targets and plots, and runs nothing from the data', () => {
    for (const text of ['0.123', 'not measured', 'class="missed"', '<svg', '1.3 s of CPU'])
      expect(page).toContain(text);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<b>');
    expect(page).toContain('Pawl &lt;bench&gt;');
  });
});
