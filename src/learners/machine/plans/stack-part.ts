import { createBuilder } from '#logic/circuit/graph';
import { graft } from '#logic/circuit/structure';
import { planesFor } from '../representation/macros/planes-for.ts';
import { findMacro } from '../representation/macros/macros.ts';
import { type Bit, bitsAt, type ProgramPart, type StackPlan } from './programs/program-plan.ts';

/** Planes of a stack: what moves it, what the control sees of it, its books in the state and its words in SHARED. */
export interface StackBits {
  /** push, pop, then the symbol. */
  readonly moves: readonly Bit[];
  readonly level: readonly Bit[];
  readonly empty: Bit;
  readonly overflowed: Bit;
  readonly cells: readonly Bit[];
  /** Whether it is empty, then the symbol on top. */
  readonly seen: readonly Bit[];
  /** State planes of all this. */
  readonly size: number;
  readonly plan: StackPlan;
}

/** Planes of a stack of so many words, from a place in the state on. */
export function stackBits(first: number, symbols: number, words: number): StackBits {
  const width = planesFor(symbols);
  const moves = bitsAt('state', first, 2 + width);
  const level = bitsAt('state', first + moves.length, planesFor(words + 1));
  const [empty, overflowed] = bitsAt('state', first + moves.length + level.length, 2);
  const cells = bitsAt('shared', 0, words * width);
  return {
    moves,
    level,
    empty: empty!,
    overflowed: overflowed!,
    cells,
    seen: [empty!, ...cells.slice(0, width)],
    size: moves.length + level.length + 2,
    plan: { words, width, level: level.map(({ at }) => at), empty: empty!.at, overflowed: overflowed!.at },
  };
}

/** What (empty, symbol on top) spell: 0 is empty, k + 1 is symbol k; none for a symbol that there is not. */
export function topOf(spelt: number, symbols: number): number | undefined {
  if ((spelt & 1) === 1) return 0;
  const symbol = spelt >>> 1;
  return symbol < symbols ? symbol + 1 : undefined;
}

/** The stack macro, whether it is empty, and whether it was ever too full. */
export function stackPart({ moves, level, empty, overflowed, cells, plan }: StackBits): ProgramPart {
  const { words, width } = plan;
  const macro = findMacro('stack').make({ depth: words, width });
  const builder = createBuilder();
  const given = builder.inputs(macro.circuit.inputCount);
  const wasFull = builder.input('overflowed');
  const written = graft(builder, macro.circuit, given);
  const after = written.slice(0, level.length);
  // After the words come overflow and underflow; a pop of nothing does nothing and is no fault.
  const kept = written.slice(0, level.length + cells.length);
  const overflow = written[level.length + cells.length]!;
  return {
    id: '2-stack',
    reads: [...moves, ...level, ...cells, overflowed],
    writes: [...level, ...cells, empty, overflowed],
    circuit: builder.build([...kept, builder.not(builder.orAll(after)), builder.or(wasFull, overflow)]),
    macro: `stack(${words})`,
  };
}
