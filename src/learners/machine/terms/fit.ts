import { type Candidate, Candidates, type Test } from './candidate.ts';
import { listAt } from './column.ts';
import { decide } from './decide.ts';
import { decideList } from './decide-list.ts';
import { decideTree, type TreeSettings } from './decide-tree.ts';
import { deduceBits } from './deduce-bits.ts';
import { deduceHierarchy } from './deduce-hierarchy.ts';
import { deduceItems } from './deduce-items.ts';
import { leafBits } from './grammar.ts';
import type { Fitting, Goal, GoalSearch } from './goal.ts';
import { deduceList } from './deduce-list.ts';
import { solveHoles } from './solve-holes.ts';
import { solveItemCuts } from './solve-item-cuts.ts';
import { solveLines } from './solve-lines.ts';
import { solveSlopes } from './solve-slopes.ts';
import { solveItemSums } from './solve-item-sums.ts';
import { solvePieces } from './solve-pieces.ts';
import { solveSums } from './solve-sums.ts';
import { allRows, covers, isEmpty, rowsEqual, type RowSet, rowsWhere } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { Space } from './space.ts';

/** A row that is got wrong costs as much as a term nobody would believe. */
const ERROR_BITS = 30;
/** Up to so many rows, the best single choice is found exactly. */
const FEW_ROWS = 64;
const MOST_TESTS = 20_000;
/** Words that a node of a tree may compare with a constant of its own, cheapest first. */
const MOST_CUT_WORDS = 64;
/** Up to so many constants are classes. */
const MOST_CLASSES = 32;
/** One way to choose between constants may take this part of what is left: tests that are not grown yet may say it shorter. */
const CLASSIFYING = 2;

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
  /** Words over items whose thresholds were solved for this goal. */
  private solved: readonly Entry[] | undefined;
  /** Sums that give the goal on some rows: on others it may lie on a line over them. */
  private sums: readonly Entry[] | undefined;
  /** Words of two columns that tell its classes apart. */
  private slopes: readonly Entry[] | undefined;
  /** Words whose lines were looked for. */
  private readonly lined = new Set<Entry>();
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
    if (this.depth > 0) {
      this.solved ??= solveItemCuts(this);
      this.sums ??= solvePieces(this);
      solveLines(this, [...this.solved, ...this.sums], this.lined);
      solveSums(this);
      solveItemSums(this);
    }
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
    for (let k = this.tests.length; k < flags.length && k < MOST_TESTS; k += 1) {
      this.tests.push({ entry: flags[k]!, rows: rowsWhere(flags[k]!.column, n) });
    }
    const chosen = n > FEW_ROWS ? undefined : decide(this.rows, candidates, this.tests, meter);
    if (chosen !== undefined) this.candidates.offer(chosen);
    const choiceBits = n > FEW_ROWS ? 2 : leafBits.choice;
    const words = this.space
      .entries('word')
      .filter(({ isOpen }) => isOpen)
      .slice(0, MOST_CUT_WORDS);
    const constants = candidates.filter(({ isConstant }) => isConstant);
    const areClasses = n > FEW_ROWS && constants.length > 1 && constants.length <= MOST_CLASSES;
    if (areClasses)
      this.slopes ??= solveSlopes(this.givenWords(), { parts: constants.map(({ rows }) => rows), n, meter });
    const solved = [...(this.solved ?? []), ...(this.slopes ?? [])];
    const settings = { meter, errorBits: this.errorBits, choiceBits, words: [...solved, ...words], n };
    if (n > FEW_ROWS && constants.length > 0 && constants.length <= MOST_CLASSES) this.classify(constants, settings);
    const tree = decideTree(this.rows, candidates, this.tests, settings);
    if (tree !== undefined) this.candidates.offer(tree);
  }

  private givenWords(): readonly Entry[] {
    return this.space.entries('word').filter(({ isOpen, make }) => isOpen && 'leaf' in make);
  }

  /** Choices between constants. */
  private classify(constants: readonly Candidate[], settings: TreeSettings): void {
    if (!this.isTakenApart) deduceHierarchy(this);
    this.isTakenApart = true;
    if (this.tests.length === 0) return;
    for (const decideBy of [decideTree, decideList]) {
      settings.meter.within(settings.meter.left / CLASSIFYING, () => {
        const chosen = decideBy(this.rows, constants, this.tests, settings);
        if (chosen !== undefined) this.candidates.offer(chosen);
      });
    }
  }

  /** The lists of the goal, row by row. */
  goalLists(): number[][] {
    return Array.from({ length: this.space.n }, (_, i) => listAt(this.goal.column, i));
  }
}
