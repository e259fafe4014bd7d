import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { planesFor } from './planes-for.ts';
import { defineMacro } from './macro.ts';
import { cellsNamed, cellTerms } from './pick-term.ts';
import { stepWord } from './step-word.ts';
import { type Term, term } from './term.ts';

/**
 * A stack with its top in cell 0. A pop comes before a push of the same step, so both together replace the top. A pop of
 * an empty stack and a push on a full one change nothing and are reported.
 */
export const stack = defineMacro({
  name: 'stack',
  says: 'pushes and pops words, and reports overflow and underflow',
  knobs: {
    depth: { default: 4, low: 1, high: 256, says: 'words it holds' },
    width: { default: 2, low: 1, high: 64, says: 'bits of a word' },
  },
  design({ depth, width }) {
    const levelBits = planesFor(depth + 1);
    const cells = cellTerms('cell', depth, width);
    return {
      reads: {
        push: 1,
        pop: 1,
        value: width,
        level: levelBits,
        ...cellsNamed(
          'cell',
          cells.map(() => width),
        ),
      },
      meaning: meaningOf(cells, depth, levelBits),
      build: (builder, reads) => buildStack(builder, reads, depth),
    };
  },
});

function meaningOf(cells: readonly Term[], depth: number, levelBits: number): Record<string, Term> {
  const [push, pop, level] = [term.read('push', 1), term.read('pop', 1), term.read('level', levelBits)];
  const width = cells[0]!.width;
  const one = term.constant(1, levelBits);
  const isEmpty = term.equal(level, term.constant(0, levelBits));
  const pops = term.and(pop, term.not(isEmpty));
  const popped = {
    level: term.choose(pops, term.subtract(level, one), level),
    cells: cells.map((cell, i) => term.choose(pops, cells[i + 1] ?? term.constant(0, width), cell)),
  };
  const pushes = term.and(push, term.less(popped.level, term.constant(depth, levelBits)));
  const value = term.read('value', width);
  return {
    level: term.choose(pushes, term.add(popped.level, one), popped.level),
    ...cellsNamed(
      'cell',
      popped.cells.map((cell, i) => term.choose(pushes, popped.cells[i - 1] ?? value, cell)),
    ),
    overflow: term.and(push, term.not(pushes)),
    underflow: term.and(pop, isEmpty),
  };
}

/** Each cell stays, takes its lower neighbour, its upper neighbour, or (the top) the value: push and pop are decided first. */
function buildStack(
  builder: CircuitBuilder,
  reads: Readonly<Record<string, Word>>,
  depth: number,
): Record<string, Word> {
  const [push, pop, level, value] = [reads['push']![0]!, reads['pop']![0]!, reads['level']!, reads['value']!];
  const cells = Array.from({ length: depth }, (_, i) => reads[`cell${i}`]!);
  const full = words.constant(level.length, depth);
  const isBelow = words.lessThan(builder, level, full);
  const isFull = words.equal(builder, level, full);
  const isEmpty = builder.not(builder.orAll(level));
  const pops = builder.and(pop, builder.not(isEmpty));
  const pushes = builder.and(push, builder.or(isBelow, builder.and(pops, isFull)));
  const falls = builder.and(pops, builder.not(pushes));
  const rises = builder.and(pushes, builder.not(pops));
  const none = new Array<Edge>(value.length).fill(FALSE);
  const moved = cells.map((cell, i) => {
    const risen = i === 0 ? words.mux(builder, pushes, value, cell) : words.mux(builder, rises, cells[i - 1]!, cell);
    return words.mux(builder, falls, cells[i + 1] ?? none, risen);
  });
  return {
    level: stepWord(builder, level, rises, falls),
    ...cellsNamed('cell', moved),
    overflow: [builder.and(push, builder.not(pushes))],
    underflow: [builder.and(pop, isEmpty)],
  };
}
