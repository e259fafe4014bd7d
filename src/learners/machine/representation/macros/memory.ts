import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { planesFor } from './planes-for.ts';
import { defineMacro } from './macro.ts';
import { cellsNamed, cellTerms, pickTerm } from './pick-term.ts';
import { term } from './term.ts';

/** Addressed words. What is read is what was there before a write; an address past the end reads zero and writes nothing. */
export const memory = defineMacro({
  name: 'memory',
  says: 'stores words by address',
  knobs: {
    words: { default: 4, low: 1, high: 64, says: 'words stored' },
    width: { default: 4, low: 1, high: 64, says: 'bits of a word' },
  },
  design({ words: count, width }) {
    const addressBits = planesFor(count);
    const [address, value, write] = [
      term.read('address', addressBits),
      term.read('value', width),
      term.read('write', 1),
    ];
    const cells = cellTerms('cell', count, width);
    const stored = cells.map((cell, i) =>
      term.choose(term.and(write, term.equal(address, term.constant(i, addressBits))), value, cell),
    );
    return {
      reads: {
        write: 1,
        address: addressBits,
        value: width,
        ...cellsNamed(
          'cell',
          cells.map(() => width),
        ),
      },
      meaning: { ...cellsNamed('cell', stored), out: pickTerm(address, cells, term.constant(0, width)) },
      build(builder, reads) {
        const lines = decode(builder, reads['address']!).slice(0, count);
        const before = lines.map((_, i) => reads[`cell${i}`]!);
        const after = before.map((cell, i) =>
          words.mux(builder, builder.and(reads['write']![0]!, lines[i]!), reads['value']!, cell),
        );
        return { ...cellsNamed('cell', after), out: pickByLine(builder, lines, before) };
      },
    };
  },
});

/** One line for each number, of which exactly one holds. */
function decode(builder: CircuitBuilder, address: Word): Edge[] {
  return address.reduce<Edge[]>(
    (lines, bit) => [
      ...lines.map((line) => builder.and(line, builder.not(bit))),
      ...lines.map((line) => builder.and(line, bit)),
    ],
    [builder.constant(true)],
  );
}

/** The word whose line holds, when at most one does; else zero. */
export function pickByLine(builder: CircuitBuilder, lines: readonly Edge[], given: readonly Word[]): Edge[] {
  return given[0]!.map((_, bit) => builder.orAll(lines.map((line, i) => builder.and(line, given[i]![bit]!))));
}
