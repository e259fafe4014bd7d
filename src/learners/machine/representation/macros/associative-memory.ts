import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { planesFor } from './planes-for.ts';
import { defineMacro } from './macro.ts';
import { pickByLine } from './memory.ts';
import { cellsNamed, cellTerms } from './pick-term.ts';
import { type Term, term } from './term.ts';

interface Sizes {
  readonly entries: number;
  readonly keyWidth: number;
  readonly valueWidth: number;
}

/**
 * Words stored by key. A read gives the value of the first entry with the key. A write goes there, or else into the entry
 * whose turn it is, and the turn passes on; so the oldest key is forgotten first.
 */
export const associativeMemory = defineMacro({
  name: 'associative-memory',
  says: 'stores words by key, and forgets the oldest key when it is full',
  knobs: {
    entries: { default: 4, low: 1, high: 32, says: 'keys it holds' },
    keyWidth: { default: 3, low: 1, high: 64, says: 'bits of a key' },
    valueWidth: { default: 3, low: 1, high: 64, says: 'bits of a value' },
  },
  design(sizes) {
    const { entries, keyWidth, valueWidth } = sizes;
    const each = <T>(value: T): T[] => new Array<T>(entries).fill(value);
    return {
      reads: {
        write: 1,
        key: keyWidth,
        value: valueWidth,
        turn: planesFor(entries),
        ...cellsNamed('used', each(1)),
        ...cellsNamed('key', each(keyWidth)),
        ...cellsNamed('value', each(valueWidth)),
      },
      meaning: meaningOf(sizes),
      build: (builder, reads) => buildAssociative(builder, reads, entries),
    };
  },
});

function meaningOf({ entries, keyWidth, valueWidth }: Sizes): Record<string, Term> {
  const [write, key, value] = [term.read('write', 1), term.read('key', keyWidth), term.read('value', valueWidth)];
  const turn = term.read('turn', planesFor(entries));
  const number = (n: number): Term => term.constant(n, turn.width);
  const [no, yes] = [term.constant(0, 1), term.constant(1, 1)];
  const used = cellTerms('used', entries, 1);
  const keys = cellTerms('key', entries, keyWidth);
  const values = cellTerms('value', entries, valueWidth);
  const matches = keys.map((stored, i) => term.and(used[i]!, term.equal(stored, key)));
  const hit = matches.reduceRight((rest, match) => term.choose(match, yes, rest), no);
  const earlier = matches.map((_, i) => matches.slice(0, i).reduce<Term>((any, match) => term.or(any, match), no));
  const isFirst = matches.map((match, i) => term.and(match, term.not(earlier[i]!)));
  const isTaken = matches.map((_, i) => term.and(term.not(hit), term.equal(turn, number(i))));
  const fills = isTaken.map((taken) => term.and(write, taken));
  const passed = term.choose(term.less(turn, number(entries - 1)), term.add(turn, number(1)), number(0));
  return {
    turn: term.choose(term.and(write, term.not(hit)), passed, turn),
    ...cellsNamed(
      'used',
      used.map((flag, i) => term.choose(fills[i]!, yes, flag)),
    ),
    ...cellsNamed(
      'key',
      keys.map((stored, i) => term.choose(fills[i]!, key, stored)),
    ),
    ...cellsNamed(
      'value',
      values.map((stored, i) => term.choose(term.and(write, term.or(isFirst[i]!, isTaken[i]!)), value, stored)),
    ),
    isHit: hit,
    out: values.reduceRight((rest, stored, i) => term.choose(matches[i]!, stored, rest), term.constant(0, valueWidth)),
  };
}

function buildAssociative(
  builder: CircuitBuilder,
  reads: Readonly<Record<string, Word>>,
  entries: number,
): Record<string, Word> {
  const [write, key, value, turn] = [reads['write']![0]!, reads['key']!, reads['value']!, reads['turn']!];
  const stored = (name: string): Word[] => Array.from({ length: entries }, (_, i) => reads[`${name}${i}`]!);
  const [used, keys, values] = [stored('used'), stored('key'), stored('value')];
  let seen: Edge = builder.constant(false);
  const firsts = keys.map((word, i) => {
    const matches = builder.and(used[i]![0]!, words.equal(builder, word, key));
    const isFirst = builder.and(matches, builder.not(seen));
    seen = builder.or(seen, matches);
    return isFirst;
  });
  const misses = builder.and(write, builder.not(seen));
  const fills = keys.map((_, i) => builder.and(misses, words.equal(builder, turn, words.constant(turn.length, i))));
  const isLast = builder.not(words.lessThan(builder, turn, words.constant(turn.length, entries - 1)));
  const passed = words.increment(builder, turn).map((bit) => builder.and(bit, builder.not(isLast)));
  return {
    turn: words.mux(builder, misses, passed, turn),
    ...cellsNamed(
      'used',
      used.map((flag, i) => [builder.or(flag[0]!, fills[i]!)]),
    ),
    ...cellsNamed(
      'key',
      keys.map((word, i) => words.mux(builder, fills[i]!, key, word)),
    ),
    ...cellsNamed(
      'value',
      values.map((word, i) => words.mux(builder, builder.or(builder.and(write, firsts[i]!), fills[i]!), value, word)),
    ),
    isHit: [seen],
    out: pickByLine(builder, firsts, values),
  };
}
