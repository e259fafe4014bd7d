import { type Automaton, moveCount, signRows } from './automaton.ts';

/** What all automata of a space have in common; they differ in their tables. */
export interface SpaceSize {
  readonly classes: number;
  readonly states: number;
  readonly counters: number;
}

/**
 * All automata of one size, numbered: an entry of the table is a digit, next state and moves together, the first row lowest. What they
 * answer is no digit: it follows from the data.
 */
export class CandidateSpace {
  readonly size: SpaceSize;
  readonly rows: number;
  /** Automata in the space. */
  readonly count: number;
  private readonly entries: number;

  constructor(size: SpaceSize) {
    this.size = size;
    this.rows = size.classes * size.states * signRows(size.counters);
    this.entries = size.states * moveCount ** size.counters;
    this.count = this.entries ** this.rows;
  }

  /** By row: next state, then a move for each counter. */
  table(number: number): { readonly next: number[]; readonly moves: number[][] } {
    const { states, counters } = this.size;
    const next: number[] = [];
    const moves: number[][] = Array.from({ length: counters }, () => []);
    let left = number;
    for (let row = 0; row < this.rows; row += 1) {
      let entry = left % this.entries;
      left = (left - entry) / this.entries;
      next.push(entry % states);
      entry = (entry - (entry % states)) / states;
      for (const moved of moves) {
        moved.push(entry % moveCount);
        entry = (entry - (entry % moveCount)) / moveCount;
      }
    }
    return { next, moves };
  }

  program(number: number, answers: readonly number[]): Automaton {
    return { kind: 'automaton', ...this.size, ...this.table(number), answers };
  }
}
