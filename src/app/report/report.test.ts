import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAxis } from './axis.ts';
import { plainCell } from './plain-cell.ts';
import { svgPlot } from './svg-plot.ts';
import { tableLines } from './table.ts';

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
    const points = [
      [1, 0.5],
      [100, 0],
      [0, 1],
      [10, Number.NaN],
    ] as const;
    const svg = svgPlot({
      title: 'P <b>',
      x: { label: 'n', scale: 'log' },
      y: { label: 'risk', scale: 'linear' },
      series: [{ name: 'ours', points }],
    });
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg).not.toContain('NaN');
    expect(svg).toContain('P &lt;b&gt;');
  });
});

describe('tableLines', () => {
  it('keeps every row on its line and in its columns, escaped before or not', () => {
    const lines = tableLines({
      columns: ['a', 'b'],
      rows: [
        ['x|y', 0.123456],
        [plainCell('p|q\n<b>'), null],
      ],
    });
    expect(lines).toEqual(['| a | b |', '| --- | --- |', '| x\\|y | 0.123 |', '| p\\|q \\<b\\> | not measured |']);
  });
});
