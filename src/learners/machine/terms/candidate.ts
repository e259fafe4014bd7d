import { type RowSet, rowSetKey } from './row-set.ts';
import type { Entry } from './entry.ts';
import type { Term } from './term.ts';

/** A flag with the rows where it holds. */
export interface Test {
  readonly entry: Entry;
  readonly rows: RowSet;
}

/** A term that gives the target on some rows. */
export interface Candidate {
  readonly bits: number;
  readonly rows: RowSet;
  /** Whether it gives the same value on every row. */
  readonly isConstant?: true;
  /** Writes the term. */
  term(): Term;
}

/** The cheapest candidate for each set of rows. */
export class Candidates {
  private readonly bySet = new Map<number | string, Candidate>();
  private sorted: readonly Candidate[] | undefined;

  offer(candidate: Candidate): void {
    const key = rowSetKey(candidate.rows);
    const known = this.bySet.get(key);
    if (known !== undefined && known.bits <= candidate.bits && !candidate.isConstant) return;
    this.bySet.set(key, candidate);
    this.sorted = undefined;
  }

  /** In order of bits. */
  all(): readonly Candidate[] {
    this.sorted ??= [...this.bySet.values()].sort((a, b) => a.bits - b.bits);
    return this.sorted;
  }
}
