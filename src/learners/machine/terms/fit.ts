import { type Candidate, Candidates } from './candidate.ts';
import { listAt } from './column.ts';
import { decide } from './decide.ts';
import { decideList } from './decide-list.ts';
import { decideTree, type Test, type TreeSettings } from './decide-tree.ts';
import { deduceBits } from './deduce-bits.ts';
import { deduceHierarchy } from './deduce-hierarchy.ts';
import { deduceItems } from './deduce-items.ts';
import { leafBits } from './grammar.ts';
import type { Fitting, Goal, GoalSearch } from './goal.ts';
import { deduceList } from './deduce-list.ts';
import { solveHoles } from './solve-holes.ts';
import { allRows, covers, isEmpty, rowsEqual, type RowSet, rowsWhere } from './row-set.ts';
import { type Entry, type Space, termOf } from './space.ts';

/** A row that is got wrong costs as much as a term nobody would believe. */
const ERROR_BITS = 30;
/** Up to so many rows, the best single choice is found exactly. */
const FEW_ROWS = 64;
const MOST_TESTS = 20_000;
/** Up to so many constants are classes. */
const MOST_CLASSES = 32;

/** Looks for terms that give a goal: what the space holds, what can be deduced from the goal, and choices between what is right in part. */
export class Fit implements Fitting, GoalSearch {
  readonly space: Space;
  readonly goal: Goal;
  readonly candidates = new Candidates();
  readonly rows: RowSet;
  /** Bits that a row costs which is got wrong. */
  readonly errorBits: number;
  private looked = 0;
  private deduced = 0;
  private isTakenApart = false;
  private readonly tests: Test[] = [];
  private readonly depth: number;

  constructor(space: Space, goal: Goal, depth: number, errorBits = ERROR_BITS) {
    this.errorBits = errorBits;
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
    if (this.goal.type === 'bits') {
      deduceBits(this, this.deduced);
      this.deduced = this.space.entries('bits').length;
    }
    this.choose();
  }

  /** Choices between terms that are right in part. */
  private choose(): void {
    const { n, meter } = this.space;
    const candidates = this.candidates.all();
    const flags = this.space.entries('flag');
    const chosen = n > FEW_ROWS ? undefined : decide(this.rows, candidates, flags, { n, meter });
    if (chosen !== undefined) this.candidates.offer(chosen);
    for (let k = this.tests.length; k < flags.length && k < MOST_TESTS; k += 1) {
      this.tests.push({ entry: flags[k]!, rows: rowsWhere(flags[k]!.column, n) });
    }
    const choiceBits = n > FEW_ROWS ? 2 : leafBits.choice;
    const settings = { meter, errorBits: this.errorBits, choiceBits };
    const constants = candidates.filter(({ isConstant }) => isConstant);
    if (n > FEW_ROWS && constants.length > 0 && constants.length <= MOST_CLASSES) this.classify(constants, settings);
    const tree = decideTree(this.rows, candidates, this.tests, settings);
    if (tree !== undefined) this.candidates.offer(tree);
  }

  /** Choices between constants. */
  private classify(constants: readonly Candidate[], settings: TreeSettings): void {
    if (!this.isTakenApart) deduceHierarchy(this);
    this.isTakenApart = true;
    for (const decideBy of [decideTree, decideList]) {
      const chosen = decideBy(this.rows, constants, this.tests, settings);
      if (chosen !== undefined) this.candidates.offer(chosen);
    }
  }

  /** The lists of the goal, row by row. */
  goalLists(): number[][] {
    return Array.from({ length: this.space.n }, (_, i) => listAt(this.goal.column, i));
  }
}
