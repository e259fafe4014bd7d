import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { planesFor } from './planes-for.ts';
import { defineMacro } from './macro.ts';
import { cellsNamed, cellTerms, pickTerm } from './pick-term.ts';
import { term } from './term.ts';

/** One of several words; zero where the number names none. */
export const mux = defineMacro({
  name: 'mux',
  says: 'passes on the word whose number is given',
  knobs: {
    ways: { default: 4, low: 2, high: 64, says: 'words to choose from' },
    width: { default: 8, low: 1, high: 64, says: 'bits of a word' },
  },
  design({ ways, width }) {
    const select = planesFor(ways);
    const ins = cellTerms('in', ways, width);
    return {
      reads: {
        select,
        ...cellsNamed(
          'in',
          ins.map(() => width),
        ),
      },
      meaning: { out: pickTerm(term.read('select', select), ins, term.constant(0, width)) },
      build(builder, reads) {
        const none = new Array<Edge>(width).fill(FALSE);
        const given = Array.from({ length: 2 ** select }, (_, i) => reads[`in${i}`] ?? none);
        return { out: muxTree(builder, reads['select']!, given) };
      },
    };
  },
});

/** Halves the choice with each bit of the number, the lowest first. */
function muxTree(builder: CircuitBuilder, select: Word, given: readonly Word[]): Word {
  const halves = select.reduce<readonly Word[]>(
    (left, bit) =>
      Array.from({ length: left.length / 2 }, (_, i) => words.mux(builder, bit, left[2 * i + 1]!, left[2 * i]!)),
    given,
  );
  return halves[0]!;
}
