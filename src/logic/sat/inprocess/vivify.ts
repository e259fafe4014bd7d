import { followReasons } from '../follow-reasons.ts';
import { Clause, firstClause, type Memory, Real, Use, Word } from '../memory.ts';
import { assign, backtrack } from '../state/backtrack.ts';
import { Propagated } from '../kernel.ts';
import { unwatchClause, watchClause } from '../state/watch.ts';
import type { Steps } from './steps.ts';

/** What vivification needs from the solver. */
export interface VivifyGoals {
  readonly steps: Steps;
  readonly propagate: () => number;
  /** Makes room for one more clause and its watches; only at level 0. */
  readonly makeRoom: () => void;
  /** The first clause to look at, as a reference, and propagations to spend at most. */
  readonly from: number;
  readonly propagations: number;
  readonly maxGlue: number;
}

/**
 * Shortens clauses: with a clause set aside, the negations of its literals are decided one after another; those that follow
 * from the earlier ones are not needed, and after a conflict only the decisions that led to it are. The shorter clause
 * is stored anew and the old one doomed. Level 0 must be propagated. Returns where it stopped; a conflict at level 0 is left in
 * the header.
 *
 * @source Piette, Hamadi & Saïs 2008, Vivifying propositional clausal formulae; of learnt clauses: Luo et al. 2017
 */
export function vivify(m: Memory, goals: VivifyGoals): number {
  const pass = new Vivifier(m, goals);
  const top = m.words[Word.arenaTop]!;
  const limit = m.reals[Real.propagations]! + goals.propagations;
  const phases = m.phase.slice();
  let ref = goals.from;
  while (ref < top && m.words[Word.conflict] === 0 && m.reals[Real.propagations]! < limit) {
    const size = m.arena[ref]!;
    if (size > 2 && m.arena[ref + Clause.glue]! <= goals.maxGlue) pass.visit(ref);
    ref += Clause.literals + size;
  }
  m.phase.set(phases);
  return ref < top ? ref : m.words[Word.arenaTop]!;
}

class Vivifier {
  private readonly m: Memory;
  private readonly goals: VivifyGoals;
  private readonly counts: Int32Array;

  constructor(m: Memory, goals: VivifyGoals) {
    this.m = m;
    this.goals = goals;
    this.counts = occurrences(m);
  }

  visit(ref: number): void {
    const { m, counts } = this;
    this.goals.makeRoom();
    const first = ref + Clause.literals;
    const literals = Array.from(m.arena.subarray(first, first + m.arena[ref]!));
    if (literals.some((literal) => m.value[literal]! > 0)) {
      m.arena[ref + Clause.used] = Use.doomed;
      return;
    }
    literals.sort((a, b) => counts[b]! - counts[a]! || a - b);
    unwatchClause(m, ref);
    const shorter = this.shorten(ref, literals);
    backtrack(m, 0);
    watchClause(m, ref);
    if (shorter !== undefined) this.replace(ref, shorter);
  }

  /** Decides negated literals; the clause that then follows and its hints, if it is shorter. */
  private shorten(ref: number, literals: readonly number[]): Shorter | undefined {
    const { m } = this;
    for (const literal of literals) {
      if (m.value[literal]! < 0) continue;
      if (m.value[literal]! > 0) return this.explain(literals, { implied: literal, last: 0 });
      m.control[m.words[Word.level]!] = m.words[Word.trailSize]!;
      m.words[Word.level]! += 1;
      assign(m, literal ^ 1, 0);
      const conflict = this.goals.propagate();
      if (conflict === Propagated.outOfSpace) return undefined;
      if (conflict !== Propagated.fully) return this.explain(literals, { implied: -1, last: conflict });
    }
    return this.explain(literals, { implied: -1, last: ref });
  }

  private explain(literals: readonly number[], { implied, last }: Ending): Shorter | undefined {
    const { m } = this;
    const ends = implied >= 0 ? [implied >> 1] : clauseVariables(m, last);
    const { decisions, reasons, units } = followReasons(m, ends);
    const needed = new Set(decisions.map((decision) => decision ^ 1));
    const kept = literals.filter((literal) => literal === implied || needed.has(literal));
    if (kept.length === literals.length) return undefined;
    const hints = units.map((variable) => this.goals.steps.unitOf(variable));
    for (let i = reasons.length - 1; i >= 0; i -= 1) hints.push(m.arena[reasons[i]! + Clause.id]!);
    if (last !== 0) hints.push(m.arena[last + Clause.id]!);
    return { literals: kept, hints };
  }

  private replace(ref: number, { literals, hints }: Shorter): void {
    const { m } = this;
    const id = this.goals.steps.derive(literals, hints);
    const glue = Math.min(m.arena[ref + Clause.glue]!, literals.length - 1);
    m.arena[ref + Clause.used] = Use.doomed;
    if (literals.length === 1) {
      assign(m, literals[0]!, 0);
      this.goals.steps.assigned(literals[0]! >> 1, id);
      const conflict = this.propagateRoot();
      if (conflict !== Propagated.fully) m.words[Word.conflict] = conflict;
      return;
    }
    const to = m.words[Word.arenaTop]!;
    m.arena.set([literals.length, glue, id, 0, ...literals], to);
    m.words[Word.arenaTop] = to + Clause.literals + literals.length;
    m.words[Word.clauses]! += 1;
    if (glue > 0) m.words[Word.learnts]! += 1;
    watchClause(m, to);
  }

  private propagateRoot(): number {
    for (;;) {
      const conflict = this.goals.propagate();
      if (conflict !== Propagated.outOfSpace) return conflict;
      this.goals.makeRoom();
    }
  }
}

interface Ending {
  /** A literal of the clause that became true, or -1. */
  readonly implied: number;
  /** The clause that became false, the one at hand included, or 0. */
  readonly last: number;
}

interface Shorter {
  readonly literals: readonly number[];
  readonly hints: readonly number[];
}

function clauseVariables(m: Memory, ref: number): number[] {
  const first = ref + Clause.literals;
  return Array.from(m.arena.subarray(first, first + m.arena[ref + Clause.size]!), (literal) => literal >> 1);
}

/** How often each literal occurs: the frequent ones are decided first, since they imply more. */
function occurrences(m: Memory): Int32Array {
  const counts = new Int32Array(2 * m.words[Word.variables]!);
  for (let ref = firstClause; ref < m.words[Word.arenaTop]!; ref += Clause.literals + m.arena[ref]!) {
    const first = ref + Clause.literals;
    for (let k = first; k < first + m.arena[ref]!; k += 1) counts[m.arena[k]!]! += 1;
  }
  return counts;
}
