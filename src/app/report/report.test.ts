import { describe, expect, it } from 'vitest';
import { plainCell } from './plain-cell.ts';
import { tableLines } from './table.ts';

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
