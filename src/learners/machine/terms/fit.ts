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
import { solveAutomata } from './solve-automata.ts';
import { solveHoles } from './solve-holes.ts';
import { solveItemCuts } from './solve-item-cuts.ts';
import { solveLines } from './solve-lines.ts';
import { solveSlopes } from './solve-slopes.ts';
import { solveItemSums } from './solve-item-sums.ts';
import { solvePieces } from './solve-pieces.ts';
import { solveScans } from './solve-scans.ts';
import { solveSums } from './solve-sums.ts';
import { allRows, covers, isEmpty, rowsEqual, type RowSet, rowsWhere } from './row-set.ts';
import { type Entry, termOf } from './entry.ts';
import type { RuleKnobs } from '../search-knobs.ts';
import type { Space } from './space.ts';

/** What a fit is made with. */
interface FitSettings {
  /** Bits that a row costs which is got wrong. */
  readonly errorBits: number;
  readonly knobs: RuleKnobs;
}

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
  private isWalked = false;
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
  private readonly knobs: RuleKnobs;

  // oxlint-disable-next-line max-params -- the terms, the goal, how deep it is taken apart, and how
  constructor(space: Space, goal: Goal, depth: number, { errorBits, knobs }: FitSettings) {
    this.errorBits = errorBits;
    this.knobs = knobs;
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
      if (!this.isWalked) {
        solveAutomata(this);
        solveScans(this, this.knobs);
      }
      this.isWalked = true;
    }
    if (this.goal.type === 'list') {
      deduceList(this);
      if (this.depth > 0)
        deduceItems(
          this,
          (space, goal) =>
            new Fit(space, goal, this.depth - 1, { errorBits: this.knobs.wrongRowBits, knobs: this.knobs }),
        );
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
    for (let k = this.tests.length; k < flags.length && k < this.knobs.mostTests; k += 1) {
      this.tests.push({ entry: flags[k]!, rows: rowsWhere(flags[k]!.column, n) });
    }
    const chosen = n > this.knobs.fewRows ? undefined : decide(this.rows, candidates, this.tests, meter);
    if (chosen !== undefined) this.candidates.offer(chosen);
    const choiceBits = n > this.knobs.fewRows ? 2 : leafBits.choice;
    const words = this.space
      .entries('word')
      .filter(({ isOpen }) => isOpen)
      .slice(0, this.knobs.mostCutWords);
    const constants = candidates.filter(({ isConstant }) => isConstant);
    const areClasses = n > this.knobs.fewRows && constants.length > 1 && constants.length <= this.knobs.mostClasses;
    if (areClasses)
      this.slopes ??= solveSlopes(this.givenWords(), { parts: constants.map(({ rows }) => rows), n, meter });
    const solved = [...(this.solved ?? []), ...(this.slopes ?? [])];
    const settings = { meter, errorBits: this.errorBits, choiceBits, words: [...solved, ...words], n };
    if (n > this.knobs.fewRows && constants.length > 0 && constants.length <= this.knobs.mostClasses)
      this.classify(constants, settings);
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
      settings.meter.within(settings.meter.left / this.knobs.classifyingPart, () => {
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
