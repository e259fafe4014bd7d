import type { Edge } from '#logic/circuit/graph';
import type { CircuitValue, Gates, Wire } from './circuits/gates.ts';
import type { Column, Type } from './column.ts';

/** What the gates of a measure take at each item. */
export interface FoldItem {
  readonly item: Wire;
  readonly there: Edge;
  /** The second argument, where there is one. */
  readonly word: Wire;
}

/**
 * A measure as what goes on from item to item: the same gates run over the items of a list at once, and step by step through an episode with what is
 * held in kept words. The first held number is the measure.
 */
export interface Folding {
  /** It counts items and does not read them. */
  readonly ignoresItem?: true;
  readonly start: readonly number[];
  readonly step: (gates: Gates, held: readonly Wire[], given: FoldItem) => readonly Wire[];
}

/**
 * One row of the table of productions: a type, a cost, what it is worth, how it is said, and its gates. The obligation of a row is that its gates are
 * worth what it evaluates to (`circuits/circuits.test.ts` holds every row to it). A row without gates is evaluated only: grammars for machines leave
 * it out.
 */
export interface Production {
  readonly name: string;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Cost in bits where the grammar names none. */
  readonly bits: number;
  /** The order of two arguments makes no difference. */
  readonly isSymmetric?: true;
  /** Undefined when a value would be too large. */
  evaluate(args: readonly Column[], n: number): Column | undefined;
  /** Its gates. Their result is as wide as its range needs. */
  readonly circuit?: (gates: Gates, args: readonly CircuitValue[]) => CircuitValue;
  /** The gates of a measure, item by item. */
  readonly fold?: Folding;
  /** Its list is made of items of its first argument. */
  readonly keepsItems?: true;
  /** Which words after the first argument, a list, give the target on one row: inverse semantics. At most a few tuples. */
  witness?(list: readonly number[], target: readonly number[]): readonly (readonly number[])[];
  /** How it is said, from what its arguments say. */
  say(args: readonly string[]): string;
}
