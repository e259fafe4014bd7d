import { words } from '#logic/circuit/words';
import { defineMacro } from './macro.ts';
import { cellsNamed, cellTerms } from './pick-term.ts';
import { term } from './term.ts';

/** The last words seen, the newest in cell 0. */
export const shiftRegister = defineMacro({
  name: 'shift-register',
  says: 'remembers the last words, the newest first',
  knobs: {
    depth: { default: 4, low: 1, high: 64, says: 'words remembered' },
    width: { default: 4, low: 1, high: 64, says: 'bits of a word' },
  },
  design({ depth, width }) {
    const shift = term.read('shift', 1);
    const cells = cellTerms('cell', depth, width);
    const next = cells.map((cell, i) => term.choose(shift, cells[i - 1] ?? term.read('value', width), cell));
    return {
      reads: {
        shift: 1,
        value: width,
        ...cellsNamed(
          'cell',
          cells.map(() => width),
        ),
      },
      meaning: cellsNamed('cell', next),
      build(builder, reads) {
        const before = cells.map((_, i) => reads[`cell${i}`]!);
        const moved = before.map((cell, i) =>
          words.mux(builder, reads['shift']![0]!, before[i - 1] ?? reads['value']!, cell),
        );
        return cellsNamed('cell', moved);
      },
    };
  },
});
