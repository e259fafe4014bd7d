import { type CircuitBuilder, type Edge, FALSE, TRUE } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import type { Bit } from '../../plans/programs/program-plan.ts';
import { cut, linesOf } from '../list-reader.ts';
import type { PlanMaker } from '../think-plan.ts';
import { treeLine, type WordTest } from '../word-tree.ts';
import { features, type WorldHypothesis } from './world-hypothesis.ts';

/** Words of the machine that the parts of a world share. */
export interface WorldWords {
  readonly plan: PlanMaker;
  readonly world: WorldHypothesis;
  readonly count: number;
  readonly values: number;
  readonly width: number;
  /** The list, place after place. */
  readonly list: readonly Bit[];
  readonly fresh: Bit;
  /** One line per place: whether one is there. */
  readonly at: readonly Bit[];
}

/** The lines of a value for each place: whether it is that value. */
export type ValueLines = readonly (readonly Edge[])[];

/** Places in the order of the digits, the first digit fastest. */
export function placeLines(builder: CircuitBuilder, given: readonly Word[], values: readonly number[]): Edge[] {
  return given
    .map((word, i) => linesOf(builder, word, values[i]!))
    .reduce((low, high) => high.flatMap((b) => low.map((a) => builder.and(a, b))));
}

/** For each place, the lines of its value. */
export function valueLines(
  builder: CircuitBuilder,
  list: Word,
  { width, values }: Pick<WorldWords, 'width' | 'values'>,
): Edge[][] {
  return cut(list, width).map((word) => linesOf(builder, word, values));
}

/** A number in so many bits. */
export function fitted(word: Word, width: number): Edge[] {
  return Array.from({ length: width }, (_, i) => word[i] ?? FALSE);
}

/** Rules between two places, as lines, after the places of a set were entered. */
export class WorldEdges {
  private readonly builder: CircuitBuilder;
  private readonly words: Pick<WorldWords, 'world' | 'count' | 'values'>;
  private readonly lines: Edge[][];
  private readonly totals: ReadonlyMap<number, Word>;

  constructor(
    builder: CircuitBuilder,
    shared: Pick<WorldWords, 'world' | 'count' | 'values'>,
    given: {
      readonly values: ValueLines;
      readonly slots: readonly Word[];
      readonly set: number;
      readonly totals: ReadonlyMap<number, Word>;
    },
  ) {
    this.builder = builder;
    this.words = shared;
    const { world } = shared;
    const taken = given.slots.filter((_, i) => (given.set >>> i) & 1);
    this.lines = given.values.map((values, place) => {
      const isEntered = builder.orAll(taken.map((slot) => slot[place]!));
      return values.map((edge, value) => {
        const from = values.filter((_, other) => world.becomes[other] === value && other !== value);
        const stays = world.becomes[value] === value ? edge : builder.and(edge, builder.not(isEntered));
        return builder.or(stays, builder.and(isEntered, builder.orAll(from)));
      });
    });
    this.totals = new Map(
      [...given.totals].map(([value, total]) => {
        const gone = taken.map((slot) =>
          builder.orAll(slot.map((edge, p) => builder.and(edge, given.values[p]![value]!))),
        );
        const come = taken.map((slot) =>
          builder.orAll(
            slot.flatMap((edge, p) =>
              given.values[p]!.flatMap((is, other) =>
                other !== value && world.becomes[other] === value ? [builder.and(edge, is)] : [],
              ),
            ),
          ),
        );
        const width = total.length;
        const less = words.subtract(builder, total, fitted(words.popcount(builder, gone), width)).slice(0, width);
        return [value, words.add(builder, less, fitted(words.popcount(builder, come), width)).slice(0, width)];
      }),
    );
  }

  moves(p: number, q: number): Edge {
    return treeLine(this.builder, this.words.world.moves, (label) => label === 1, this.test(p, q));
  }

  earns(p: number, q: number): Edge {
    return treeLine(this.builder, this.words.world.earns, (label) => label === 1, this.test(p, q));
  }

  /** Whether a place becomes another when it is entered. */
  changes(q: number): Edge {
    const { world } = this.words;
    return this.builder.orAll(this.lines[q]!.filter((_, value) => world.becomes[value] !== value));
  }

  private test(p: number, q: number): (test: WordTest) => Edge {
    return ({ feature, value, equal }) => {
      if (feature === features.leads) return (equal ? value === 1 : value >= 1) ? TRUE : FALSE;
      if (feature >= features.counts) {
        const total = this.totals.get(feature - features.counts)!;
        const wide = [...total, FALSE];
        return equal
          ? words.equal(this.builder, total, words.constant(total.length, value))
          : words.lessThan(this.builder, wide, words.constant(wide.length, value + 1));
      }
      const lines = this.lines[feature === features.there ? q : p]!;
      return equal ? (lines[value] ?? FALSE) : this.builder.orAll(lines.slice(0, value + 1));
    };
  }
}
