import type { Candidate, Candidates } from './candidate.ts';
import type { Column, Type } from './column.ts';
import type { Space } from './space.ts';

/** What the terms of a space must give. */
export interface Goal {
  readonly type: Type;
  readonly column: Column;
}

/** A goal at work: where its terms come from, and the candidates so far. Deductions add to them. */
export interface Fitting {
  readonly space: Space;
  readonly goal: Goal;
  readonly candidates: Candidates;
  /** Bits that a row costs which is got wrong. */
  readonly errorBits: number;
  /** The lists of the goal, row by row. */
  goalLists(): number[][];
}

/** A search for one goal that can be asked for what it found. */
export interface GoalSearch {
  deduce(): void;
  /** Terms that give the whole goal, cheapest first. */
  whole(): readonly Candidate[];
}
