import { type Candidate, Candidates } from './candidate.ts';
import { type Column, listAt, type Type } from './column.ts';
import { decide } from './decide.ts';
import { deduceItems } from './deduce-items.ts';
import { deduceList } from './deduce-list.ts';
import { solveHoles } from './solve-holes.ts';
import { allRows, covers, isEmpty, rowsEqual, type RowSet } from './row-set.ts';
import { type Entry, type Space, termOf } from './space.ts';

/** What the terms of a space must give. */
export interface Goal {
  readonly type: Type;
  readonly column: Column;
}

/** Looks for terms that give a goal: what the space holds, what can be deduced from the goal, and choices between what is right in part. */
export class Fit {
  readonly space: Space;
  readonly goal: Goal;
  readonly candidates = new Candidates();
  readonly rows: RowSet;
  private looked = 0;
  private readonly depth: number;

  constructor(space: Space, goal: Goal, depth: number) {
    this.space = space;
    this.goal = goal;
    this.depth = depth;
    this.rows = allRows(space.n);
  }

  /** Takes up the entries that are new since it last looked. */
  look(): void {
    const entries = this.space.entries(this.goal.type);
    for (; this.looked < entries.length; this.looked += 1) this.offerEntry(entries[this.looked]!);
  }

  private offerEntry(entry: Entry): void {
    this.space.meter.spend(this.space.n);
    const rows = rowsEqual(this.goal.type, entry.column, this.goal.column, this.space.n);
    if (!isEmpty(rows)) this.candidates.offer({ bits: entry.bits, rows, term: () => termOf(entry) });
  }

  /** Terms that give the whole goal, cheapest first. */
  whole(): readonly Candidate[] {
    return this.candidates.all().filter(({ rows }) => covers(rows, this.rows));
  }

  /** Deduces from the goal, then tries choices. */
  deduce(): void {
    this.look();
    solveHoles(this);
    if (this.goal.type === 'list') {
      deduceList(this);
      if (this.depth > 0) deduceItems(this, (space, goal) => new Fit(space, goal, this.depth - 1));
    }
    const chosen = decide(this.rows, this.candidates.all(), this.space.entries('flag'), {
      n: this.space.n,
      meter: this.space.meter,
    });
    if (chosen !== undefined) this.candidates.offer(chosen);
  }

  /** The lists of the goal, row by row. */
  goalLists(): number[][] {
    return Array.from({ length: this.space.n }, (_, i) => listAt(this.goal.column, i));
  }
}
