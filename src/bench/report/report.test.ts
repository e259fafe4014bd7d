import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast } from '../target.ts';
import type { SuiteResult } from '../suite.ts';
import { createAxis } from './axis.ts';
import { htmlReport } from './html-report.ts';
import { svgPlot } from './svg-plot.ts';

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

describe('createAxis', () => {
  it('property: places every value between 0 and 1, in order, with a few ticks that are round', () => {
    const positive = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(positive, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('linear', 'log'),
        (values, scale) => {
          const axis = createAxis(values, scale);
          expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
          expect(axis.ticks.length).toBeLessThanOrEqual(9);
          const places = values.toSorted((a, b) => a - b).map((value) => axis.place(value));
          for (const [i, place] of places.entries()) {
            expect(place).toBeGreaterThanOrEqual(-1e-6);
            expect(place).toBeLessThanOrEqual(1 + 1e-6);
            expect(place).toBeGreaterThanOrEqual(places[Math.max(0, i - 1)]!);
          }
        },
      ),
    );
  });

  it('takes nothing at all, and a single value', () => {
    expect(createAxis([], 'log').ticks.length).toBeGreaterThan(1);
    expect(createAxis([0], 'linear').place(0)).toBe(0);
  });
});

describe('svgPlot', () => {
  it('leaves out what its axes cannot show, and draws the rest', () => {
    const svg = svgPlot(result.plots[0]!);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg).not.toContain('NaN');
  });
});

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
