import { firstClause, type Memory, Real, Use, Word, Clause } from '../memory.ts';
import { keepInHeap, type LooseClause, readClauses, writeClauses } from './rebuild.ts';
import { Reconstruction } from './reconstruction.ts';
import { Simplifier } from './simplify.ts';
import type { Steps } from './steps.ts';
import { vivify, type VivifyGoals } from './vivify.ts';

/**
 * Conflicts before the first simplification. A cold process takes 0.1 to 0.4 s for simplifying what it searches through in less; the search
 * has its first 10,000 conflicts in about as long.
 */
const startAfter = 10_000;
/** Literals read while simplifying, at most. */
const simplifyEffort = 20_000_000;
/** The share of all propagations that vivification may spend. */
const vivifyShare = 0.15;
const vivifyGlue = 6;

/**
 * What is done to the clauses between stretches of search. It runs at level 0, with everything propagated.
 *
 * @source Järvisalo, Heule & Biere 2012, Inprocessing rules
 */
export class Inprocessing {
  private readonly reconstruction = new Reconstruction();
  private isEliminated = new Uint8Array(0);
  /** Where the clauses begin that no vivification has seen. */
  private unseen = firstClause;
  private spent = 0;
  private readonly after: number;

  /** `after` counts conflicts: an effort, so that equal searches simplify at equal places. */
  constructor(after = startAfter) {
    this.after = after;
  }

  /** Whether the search has had its first conflicts. */
  isDue(m: Memory): boolean {
    return m.reals[Real.conflicts]! >= this.after;
  }

  clear(): void {
    this.reconstruction.clear();
    this.isEliminated = new Uint8Array(0);
    this.unseen = firstClause;
    this.spent = 0;
  }

  /** Whether variables may be gone, so that no clause or assumption can be added. */
  get hasSimplified(): boolean {
    return this.isEliminated.length > 0;
  }

  /** Simplifies the original clauses; true when that refutes them. Watches must be built anew. */
  simplify(m: Memory, steps: Steps): boolean {
    if (this.isEliminated.length === 0) this.isEliminated = new Uint8Array(m.words[Word.variables]!);
    const { isEliminated, reconstruction } = this;
    const simplifier = new Simplifier(m, { steps, reconstruction, isEliminated, effort: simplifyEffort });
    const learnt: LooseClause[] = [];
    for (const clause of readClauses(m)) {
      if (clause.glue > 0) learnt.push(clause);
      else if (isTrue(m, clause)) steps.forget(clause.literals, clause.id);
      else simplifier.take(clause.literals, clause.id);
    }
    simplifier.run();
    if (simplifier.isRefuted) return true;
    const kept: LooseClause[] = [];
    for (const { literals, id, isGone } of simplifier.set.clauses) {
      if (!isGone) kept.push({ literals, id, glue: 0, used: 0 });
    }
    for (const clause of learnt) {
      if (isTrue(m, clause) || clause.literals.some((literal) => isEliminated[literal >> 1] === 1)) {
        steps.forget(clause.literals, clause.id);
      } else kept.push(clause);
    }
    m.words[Word.head] = 0;
    writeClauses(m, kept);
    this.unseen = firstClause;
    keepInHeap(m, (v) => isEliminated[v] === 0 && m.value[2 * v] === 0);
    return false;
  }

  /** Shortens clauses learnt since the last time that were not forgotten. */
  vivify(m: Memory, goals: Pick<VivifyGoals, 'steps' | 'propagate' | 'makeRoom'>): void {
    const before = m.reals[Real.propagations]!;
    const propagations = vivifyShare * before - this.spent;
    this.unseen = vivify(m, { ...goals, from: this.unseen, propagations, maxGlue: vivifyGlue });
    this.spent += m.reals[Real.propagations]! - before;
  }

  /** To be told before doomed clauses are packed away. */
  packing(m: Memory): void {
    let gone = 0;
    for (let ref = firstClause; ref < this.unseen; ref += Clause.literals + m.arena[ref]!) {
      if (m.arena[ref + Clause.used] === Use.doomed) gone += Clause.literals + m.arena[ref]!;
    }
    this.unseen -= gone;
  }

  extend(model: Uint8Array): void {
    this.reconstruction.extend(model);
  }
}

function isTrue(m: Memory, { literals }: LooseClause): boolean {
  return literals.some((literal) => m.value[literal]! > 0);
}
