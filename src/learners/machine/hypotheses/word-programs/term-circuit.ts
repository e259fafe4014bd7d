import { type CircuitBuilder, type Edge, FALSE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { WordPort } from '#foundation/contracts/words';
import { planesFor } from '../../representation/macros/planes-for.ts';
import { linesOf, pick, resize } from '../list-reader.ts';
import { placesOf } from '../word-view.ts';
import { boundOf, type End, listBounds, type ListTerm, type Term } from './term.ts';

/** What the circuit of a term is made over. */
export interface TermCircuits {
  readonly builder: CircuitBuilder;
  readonly ports: readonly WordPort[];
  /** The bits of the observation. */
  readonly input: Word;
  readonly skills: readonly Word[];
}

/** The number that digits spell: Σ digit · baseⁱ. */
function spellCircuit(builder: CircuitBuilder, digits: readonly Word[], base: number, highest: End): Edge[] {
  const ordered = highest === 'first' ? digits : digits.toReversed();
  const width = planesFor(base ** digits.length);
  return ordered.reduce<Edge[]>(
    (sum, digit) => {
      const scaled = resize(words.multiply(builder, sum, words.constant(planesFor(base + 1), base)), width);
      return words.add(builder, scaled, resize(digit, width)).slice(0, width);
    },
    words.constant(width, 0),
  );
}

function columnOf({ input }: TermCircuits, port: WordPort): Word[] {
  return placesOf(port).map((place) => input.slice(place, place + port.width));
}

function listCircuit(list: ListTerm, made: TermCircuits): Word[] {
  const { builder, ports } = made;
  if (list.kind === 'rank') return ranks(builder, listCircuit(list.of, made), list.by);
  const items = columnOf(made, ports[list.port]!);
  if (list.kind === 'column') return items;
  const { repeats, values } = ports[list.port]!;
  const inner = repeats[1]!.count;
  return Array.from({ length: items.length / inner }, (_, i) =>
    spellCircuit(builder, items.slice(i * inner, (i + 1) * inner), values, list.highest),
  );
}

function ranks(builder: CircuitBuilder, items: readonly Word[], by: 'below' | 'above' | 'same'): Word[] {
  const width = planesFor(items.length + 1);
  return items.map((item) => {
    const marks = items.map((other) => {
      if (by === 'same') return words.equal(builder, other, item);
      return by === 'below' ? words.lessThan(builder, other, item) : words.lessThan(builder, item, other);
    });
    return resize(words.popcount(builder, marks), width);
  });
}

/** The circuit of a term, as wide as its bound needs. */
export function termCircuit(term: Term, made: TermCircuits): Edge[] {
  const { builder, ports, input } = made;
  const width = planesFor(boundOf(term, ports));
  switch (term.kind) {
    case 'constant':
      return [...words.constant(width, term.value)];
    case 'word': {
      const port = ports[term.port]!;
      return resize(input.slice(port.offset, port.offset + port.width), width);
    }
    case 'number':
      return spellCircuit(builder, columnOf(made, ports[term.port]!), ports[term.port]!.values, term.highest);
    case 'find':
      return findCircuit(term, made, width);
    case 'at': {
      const items = listCircuit(term.list, made);
      const index = resize(
        termCircuit(term.index, made),
        Math.max(planesFor(boundOf(term.index, ports)), planesFor(items.length)),
      );
      const { values } = listBounds(term.list, ports);
      return resize(
        pick(
          builder,
          linesOf(builder, index, items.length),
          items.map((item) => resize(item, planesFor(values))),
        ),
        width,
      );
    }
    case 'add': {
      const [a, b] = [termCircuit(term.a, made), termCircuit(term.b, made)];
      return words.add(builder, resize(a, width), resize(b, width)).slice(0, width);
    }
    case 'less':
      return lessCircuit(term, made, width);
    case 'skill':
      return resize(made.skills[term.skill] ?? [], width);
  }
}

/** The first place of a number in a list; 0 where it is not there. */
function findCircuit(term: Extract<Term, { kind: 'find' }>, made: TermCircuits, width: number): Edge[] {
  const { builder } = made;
  const what = termCircuit(term.what, made);
  const items = listCircuit(term.list, made);
  let before: Edge = FALSE;
  const lines = items.map((item) => {
    const most = Math.max(item.length, what.length);
    const isHere = words.equal(builder, resize(item, most), resize(what, most));
    const isFirst = builder.and(isHere, builder.not(before));
    before = builder.or(before, isHere);
    return isFirst;
  });
  return pick(
    builder,
    lines,
    lines.map((_, i) => words.constant(width, i)),
  );
}

/** a − b, or 0 where that is negative. */
function lessCircuit({ a, b }: Extract<Term, { kind: 'less' }>, made: TermCircuits, width: number): Edge[] {
  const { builder, ports } = made;
  const most = Math.max(width, planesFor(boundOf(b, ports)));
  const [x, y] = [resize(termCircuit(a, made), most), resize(termCircuit(b, made), most)];
  const isBelow = words.lessThan(builder, x, y);
  return resize(words.subtract(builder, x, y), width).map((edge) => builder.and(edge, builder.not(isBelow)));
}
