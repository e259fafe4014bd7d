import { Clause, firstClause, type Memory, Use, Word } from '../memory.ts';
import { literalOf } from '../literal.ts';
import type { Steps } from '../inprocess/steps.ts';
import type { ProofTrace } from './proof-trace.ts';

/**
 * Turns what the search did into proof steps with LRAT hints. Every assignment at level 0 becomes a unit clause with an
 * id of its own, so later hints name that id.
 *
 * @source Pollitt, Fleury & Biere 2023, Faster LRAT checking than solving with CaDiCaL
 */
export class ProofLog {
  readonly trace: ProofTrace;
  private nextId = 1;
  private inputs = 0;
  private unitIds = new Int32Array(0);
  private loggedUnits = 0;
  private started = false;

  constructor(trace: ProofTrace) {
    this.trace = trace;
  }

  clear(): void {
    this.trace.clear();
    this.nextId = 1;
    this.inputs = 0;
    this.loggedUnits = 0;
    this.started = false;
  }

  /** Whether a derived clause has an id: from then on no input clause can have one below it. */
  get hasStarted(): boolean {
    return this.started;
  }

  /** Takes ids for input clauses; returns the first. */
  inputIds(count: number): number {
    this.nextId += count;
    this.inputs = this.nextId - 1;
    return this.nextId - count;
  }

  /** Logs the clause just learnt, after the level-0 assignments it may rest on. */
  learnt(m: Memory): void {
    const { words } = m;
    const size = words[Word.learntSize]!;
    const isUnit = size === 1;
    this.units(m, isUnit ? words[Word.trailSize]! - 1 : this.rootEnd(m));
    const id = this.deriveLearnt(m, m.learnt, size);
    if (isUnit) {
      this.unitIds[m.learnt[0]! >> 1] = id;
      this.loggedUnits = words[Word.trailSize]!;
    } else m.arena[words[Word.learntRef]! + Clause.id] = id;
  }

  /** Logs the empty clause: every literal of `conflict` is false at level 0. */
  refuted(m: Memory, conflict: number): void {
    const end = this.rootEnd(m);
    this.units(m, end);
    this.write([], this.chain(m, conflict, -1));
  }

  /** Logs a clause over negated assumptions, with hints gathered latest first. */
  failed(m: Memory, literals: readonly number[], reasons: readonly number[], units: readonly number[]): void {
    this.units(m, this.rootEnd(m));
    const hints = units.map((variable) => this.unitIds[variable]!);
    for (let i = reasons.length - 1; i >= 0; i -= 1) hints.push(m.arena[reasons[i]! + Clause.id]!);
    this.write(literals, hints);
  }

  /** Logs that the doomed clauses are forgotten. */
  forgetDoomed(m: Memory): void {
    const top = m.words[Word.arenaTop]!;
    for (let ref = firstClause; ref < top; ref += Clause.literals + m.arena[ref]!) {
      if (m.arena[ref + Clause.used] !== Use.doomed) continue;
      const first = ref + Clause.literals;
      this.forget(m.arena.subarray(first, first + m.arena[ref]!), m.arena[ref + Clause.id]!);
    }
  }

  /** What simplification at level 0 derives and forgets. */
  stepsFor(m: Memory): Steps {
    return {
      derive: (literals, hints) => this.write(literals.map(literalOf), hints),
      forget: (literals, id) => this.forget(literals, id),
      unitOf: (variable) => {
        this.units(m, this.rootEnd(m));
        return this.unitIds[variable]!;
      },
      assigned: (variable, id) => {
        this.units(m, m.words[Word.trailSize]! - 1);
        this.unitIds[variable] = id;
        this.loggedUnits = m.words[Word.trailSize]!;
      },
    };
  }

  /** Gives all level-0 assignments their unit clauses, so that their reasons may go. */
  settle(m: Memory): void {
    this.units(m, this.rootEnd(m));
  }

  /** A clause of the formula stays in the proof: its text may have literals twice, which a deletion would have to repeat. */
  private forget(literals: ArrayLike<number>, id: number): void {
    if (id <= this.inputs) return;
    const size = literals.length;
    this.trace.open(size + 3);
    const { words: into, length: at } = this.trace;
    into[at] = -id;
    into[at + 1] = size;
    for (let i = 0; i < size; i += 1) into[at + 2 + i] = literalOf(literals[i]!);
    into[at + 2 + size] = 0;
    this.trace.close(at + 3 + size);
  }

  private rootEnd(m: Memory): number {
    return m.words[Word.level] === 0 ? m.words[Word.trailSize]! : m.control[0]!;
  }

  /** Gives each level-0 assignment before `end` its unit clause. */
  private units(m: Memory, end: number): void {
    if (this.unitIds.length < m.words[Word.variables]!) {
      const grown = new Int32Array(m.capacity.variables);
      grown.set(this.unitIds);
      this.unitIds = grown;
    }
    for (; this.loggedUnits < end; this.loggedUnits += 1) {
      const literal = m.trail[this.loggedUnits]!;
      const reference = m.reason[literal >> 1]!;
      this.unitIds[literal >> 1] =
        m.arena[reference + Clause.size] === 1
          ? m.arena[reference + Clause.id]!
          : this.write([literalOf(literal)], this.chain(m, reference, literal));
    }
  }

  /** Units of all literals of a clause but one, then the clause: a chain that propagates without search. */
  private chain(m: Memory, reference: number, except: number): number[] {
    const hints: number[] = [];
    const first = reference + Clause.literals;
    for (let k = first; k < first + m.arena[reference + Clause.size]!; k += 1) {
      if (m.arena[k] !== except) hints.push(this.unitIds[m.arena[k]! >> 1]!);
    }
    hints.push(m.arena[reference + Clause.id]!);
    return hints;
  }

  private write(literals: readonly number[], hints: readonly number[]): number {
    this.trace.open(literals.length + hints.length + 3);
    const { words: into, length: at } = this.trace;
    const id = this.takeId();
    into[at] = id;
    into[at + 1] = literals.length;
    into.set(literals, at + 2);
    into[at + 2 + literals.length] = hints.length;
    into.set(hints, at + 3 + literals.length);
    this.trace.close(at + 3 + literals.length + hints.length);
    return id;
  }

  /** A learnt clause with the hints that the analysis left in memory: units, minimisation, then resolutions reversed. */
  private deriveLearnt(m: Memory, codes: Int32Array, size: number): number {
    const { hints, words } = m;
    const hintSize = words[Word.hintSize]!;
    const chainSize = words[Word.chainSize]!;
    this.trace.open(size + hintSize + 3);
    const { words: into, length: at } = this.trace;
    const id = this.takeId();
    into[at] = id;
    into[at + 1] = size;
    let to = at + 2;
    for (let i = 0; i < size; i += 1, to += 1) into[to] = literalOf(codes[i]!);
    into[to] = hintSize;
    to += 1;
    for (let i = 0; i < hintSize; i += 1) {
      const hint = hints[i]!;
      if (hint < 0) into[to++] = this.unitIds[-hint - 1]!;
    }
    for (let i = chainSize; i < hintSize; i += 1) if (hints[i]! > 0) into[to++] = hints[i]!;
    for (let i = chainSize - 1; i >= 0; i -= 1) if (hints[i]! > 0) into[to++] = hints[i]!;
    this.trace.close(to);
    return id;
  }

  private takeId(): number {
    this.started = true;
    this.nextId += 1;
    return this.nextId - 1;
  }
}
