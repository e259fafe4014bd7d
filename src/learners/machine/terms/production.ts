import type { Column, Type } from './column.ts';

/**
 * One row of the table of productions. A circuit and a proof obligation have their place here: both are functions of the columns' widths, and a
 * production without them is evaluated only.
 */
export interface Production {
  readonly name: string;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Cost in bits where the grammar names none. */
  readonly bits: number;
  /** The order of two arguments makes no difference. */
  readonly isSymmetric?: true;
  /** Nothing when a value would be larger than anybody wants. */
  evaluate(args: readonly Column[], n: number): Column | undefined;
  /** Which words after the first argument, a list, give the target on one row: inverse semantics. At most a few tuples. */
  witness?(list: readonly number[], target: readonly number[]): readonly (readonly number[])[];
  /** How it is said, from what its arguments say. */
  say(args: readonly string[]): string;
}
