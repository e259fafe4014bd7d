import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { FacePorts, PortedBits, WordPort } from '#foundation/contracts/words';
import { planesFor } from '../representation/macros/planes-for.ts';
import type { Bit } from '../plans/programs/program-plan.ts';
import type { PlanMaker } from './think-plan.ts';
import { placesOf } from './word-view.ts';

/** The columns of one list of a face that is not inside another list. */
export interface ListPorts {
  readonly list: number;
  readonly count: number;
  /** Indices of its word columns. */
  readonly columns: readonly number[];
}

/** The outermost lists of one side of a face, with their columns of words. */
export function listsOf({ ports }: PortedBits): ListPorts[] {
  const lists = new Map<number, { list: number; count: number; columns: number[] }>();
  for (const [index, port] of ports.entries()) {
    const [repeat, inner] = port.repeats;
    if (repeat === undefined || inner !== undefined || port.role !== 'word') continue;
    const found = lists.get(repeat.list);
    if (found === undefined) lists.set(repeat.list, { list: repeat.list, count: repeat.count, columns: [index] });
    else found.columns.push(index);
  }
  return [...lists.values()];
}

/** What `readList` makes: the item at hand, and whether there was one. */
export interface ListReader {
  readonly items: readonly Bit[][];
  readonly active: Bit;
  /** How many items were read. */
  readonly at: readonly Bit[];
}

/** Parts that read a list item by item, one per think-step: the words of the item at hand, and whether the list goes on. */
export function readList(plan: PlanMaker, face: FacePorts, columns: readonly WordPort[]): ListReader {
  const { ports } = face.observation;
  const repeat = columns[0]!.repeats[0]!;
  const at = plan.word(planesFor(repeat.count + 1));
  const items = columns.map(({ width }) => plan.word(width));
  const [active] = plan.word(1);
  const lists = columns.map((port) => placesOf(port).map((place) => plan.input(place, port.width)));
  const length = repeat.length === undefined ? undefined : ports[repeat.length]!;
  const marks = repeat.mark === undefined ? [] : placesOf(ports[repeat.mark]!).map((place) => plan.input(place, 1));
  const lengthBits = length === undefined ? [] : plan.input(length.offset, length.width);
  plan.part(
    'read-item',
    [at, lengthBits, marks.flat(), ...lists.map((list) => list.flat())],
    [[active!], ...items, at],
    (builder, [now, end, past, ...given]) => {
      const lines = linesOf(builder, now!, repeat.count);
      const isIn = builder.orAll(lines);
      const isBefore = length === undefined ? isIn : words.lessThan(builder, now!, resize(end!, now!.length));
      const isPast = builder.orAll(past!.map((mark, i) => builder.and(mark, lines[i]!)));
      const goes = builder.and(builder.and(isIn, isBefore), builder.not(isPast));
      const read = given.map((list, c) => pick(builder, lines, cut(list, columns[c]!.width)));
      const step = [goes, ...new Array<Edge>(now!.length - 1).fill(FALSE)];
      return [[goes], ...read, words.add(builder, now!, step).slice(0, now!.length)];
    },
  );
  return { items, active: active!, at };
}

/** One line for each number below `count`: whether the word is that number. */
export function linesOf(builder: CircuitBuilder, word: Word, count: number): Edge[] {
  return Array.from({ length: count }, (_, i) => words.equal(builder, word, words.constant(word.length, i)));
}

/** The word whose line holds, of lines of which at most one does; 0 where none does. */
export function pick(builder: CircuitBuilder, lines: readonly Edge[], given: readonly Word[]): Edge[] {
  const width = given[0]?.length ?? 0;
  return Array.from({ length: width }, (_, b) =>
    builder.orAll(given.map((word, i) => builder.and(lines[i]!, word[b]!))),
  );
}

/** A row of bits cut into words. */
export function cut(bits: Word, width: number): Word[] {
  return Array.from({ length: bits.length / width }, (_, i) => bits.slice(i * width, (i + 1) * width));
}

/** The same number in more bits, or its lowest bits. */
export function resize(word: Word, width: number): Edge[] {
  return Array.from({ length: width }, (_, i) => word[i] ?? FALSE);
}
