import { type Memory, Word } from '../memory.ts';
import { assign } from '../state/backtrack.ts';
import { ClauseSet, type SimpleClause } from './clause-set.ts';
import type { Reconstruction } from './reconstruction.ts';
import { Marks } from './marks.ts';
import { resolventsOn } from './resolve.ts';
import type { Steps } from './steps.ts';
import { subsumedBy, subsumes } from './subsume.ts';

/** A variable is left alone when more pairs of clauses meet on it. */
const maxPairs = 400;
/** How many clauses more than before an elimination may leave, round by round. */
const growth = [0, 8] as const;

/**
 * Simplifies original clauses at level 0: units, subsumption, self-subsuming resolution and bounded variable elimination, until
 * nothing changes or the effort is spent. Every clause derived is a resolvent, so that its proof step has two hints.
 *
 * @source Eén & Biere 2005, Effective preprocessing in SAT through variable and clause elimination
 */
export class Simplifier {
  readonly set: ClauseSet;
  private readonly m: Memory;
  private readonly steps: Steps;
  private readonly reconstruction: Reconstruction;
  private readonly isEliminated: Uint8Array;
  private readonly marks: Marks;
  private readonly fresh: SimpleClause[] = [];
  private readonly touched = new Set<number>();
  private readonly units: number[] = [];
  private readonly limit: number;
  /** Whether the empty clause was derived. */
  isRefuted = false;

  constructor(
    m: Memory,
    goals: {
      readonly steps: Steps;
      readonly reconstruction: Reconstruction;
      readonly isEliminated: Uint8Array;
      readonly effort: number;
    },
  ) {
    const variables = m.words[Word.variables]!;
    this.m = m;
    this.steps = goals.steps;
    this.reconstruction = goals.reconstruction;
    this.isEliminated = goals.isEliminated;
    this.limit = goals.effort;
    this.set = new ClauseSet(variables);
    this.marks = new Marks(variables);
  }

  /** Takes a clause that level 0 does not make true; false literals go. */
  take(literals: readonly number[], id: number): void {
    const { value } = this.m;
    const free = literals.filter((literal) => value[literal] === 0);
    if (free.length === literals.length) {
      this.enter(free, id);
      return;
    }
    const hints = literals.filter((literal) => value[literal]! < 0).map((literal) => this.steps.unitOf(literal >> 1));
    this.enter(free, this.steps.derive(free, [...hints, id]));
    this.steps.forget(literals, id);
  }

  run(): void {
    this.settle();
    for (const more of growth) {
      for (let v = 0; v < this.isEliminated.length; v += 1) this.touched.add(v);
      while (this.touched.size > 0 && !this.isDone) this.eliminateTouched(more);
    }
  }

  private get isDone(): boolean {
    return this.isRefuted || this.set.effort > this.limit;
  }

  private enter(literals: number[], id: number): void {
    if (literals.length === 0) this.isRefuted = true;
    else if (literals.length === 1) this.assume(literals[0]!, id);
    else this.fresh.push(this.set.add(literals, id));
    for (const literal of literals) this.touched.add(literal >> 1);
  }

  /** Makes a literal true at level 0. */
  private assume(literal: number, id: number): void {
    const { m } = this;
    if (m.value[literal]! > 0) return;
    if (m.value[literal]! < 0) {
      this.steps.derive([], [this.steps.unitOf(literal >> 1), id]);
      this.isRefuted = true;
      return;
    }
    assign(m, literal, 0);
    this.steps.assigned(literal >> 1, id);
    this.units.push(literal);
  }

  /** Propagates units and lets every new clause subsume, until neither is left. */
  private settle(): void {
    for (;;) {
      if (this.isRefuted) return;
      const unit = this.units.pop();
      if (unit !== undefined) {
        this.propagate(unit);
        continue;
      }
      const clause = this.fresh.pop();
      if (clause === undefined) return;
      if (!clause.isGone && this.set.effort <= this.limit) this.subsumeWith(clause);
    }
  }

  private propagate(unit: number): void {
    for (const clause of this.set.having(unit)) this.remove(clause);
    for (const clause of this.set.having(unit ^ 1).slice())
      this.strengthen(clause, unit ^ 1, this.steps.unitOf(unit >> 1));
  }

  private subsumeWith(clause: SimpleClause): void {
    for (const { clause: other, what } of subsumedBy(clause, this.set, this.marks)) {
      if (this.isRefuted) return;
      if (what === subsumes) this.remove(other);
      else this.strengthen(other, what, clause.id);
    }
  }

  /** Takes a literal from a clause, by resolution with the clause `by`. */
  private strengthen(clause: SimpleClause, literal: number, by: number): void {
    const shorter = clause.literals.filter((other) => other !== literal);
    const id = this.steps.derive(shorter, [by, clause.id]);
    if (shorter.length === 1) {
      this.remove(clause);
      this.assume(shorter[0]!, id);
      return;
    }
    this.steps.forget(clause.literals, clause.id);
    for (const other of clause.literals) this.touched.add(other >> 1);
    this.set.shorten(clause, literal, id);
    this.fresh.push(clause);
  }

  private remove(clause: SimpleClause): void {
    this.set.remove(clause);
    this.steps.forget(clause.literals, clause.id);
    for (const literal of clause.literals) this.touched.add(literal >> 1);
  }

  private eliminateTouched(more: number): void {
    const cost = (v: number): number => this.set.count(2 * v) * this.set.count(2 * v + 1);
    const candidates = [...this.touched].filter((v) => this.mayGo(v)).map((v) => ({ v, cost: cost(v) }));
    this.touched.clear();
    candidates.sort((a, b) => a.cost - b.cost || a.v - b.v);
    for (const { v } of candidates) {
      if (this.isDone) return;
      if (this.mayGo(v)) this.eliminate(v, more);
      this.settle();
    }
  }

  private mayGo(v: number): boolean {
    return this.isEliminated[v] === 0 && this.m.value[2 * v] === 0;
  }

  /** Replaces the clauses of a variable by their resolvents on it, if those are few. */
  private eliminate(v: number, more: number): void {
    const { set } = this;
    const before = set.count(2 * v) + set.count(2 * v + 1);
    if (before === 0 || set.count(2 * v) * set.count(2 * v + 1) > maxPairs) return;
    const positive = [...set.having(2 * v)];
    const negative = [...set.having(2 * v + 1)];
    const { clauses, effort } = resolventsOn(v, { positive, negative, most: before + more }, this.marks);
    set.effort += effort;
    if (clauses === undefined) return;
    this.isEliminated[v] = 1;
    this.rememberFor(v, positive, negative);
    for (const { literals, hints } of clauses) this.enter(literals, this.steps.derive(literals, hints));
    for (const clause of [...positive, ...negative]) this.remove(clause);
  }

  /** The clauses of one side are enough: unless one of them asks for it, the variable takes the other side's value. */
  private rememberFor(v: number, positive: readonly SimpleClause[], negative: readonly SimpleClause[]): void {
    const [witness, clauses] = positive.length <= negative.length ? [2 * v, positive] : [2 * v + 1, negative];
    for (const { literals } of clauses) this.reconstruction.push(witness, literals);
    this.reconstruction.push(witness ^ 1, [witness ^ 1]);
  }
}
