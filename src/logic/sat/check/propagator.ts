/**
 * Unit propagation over clauses that come and go, with an undo to the root. Clause numbers count from 1 in order of `add`.
 * Written for the checker alone, with plain lists: it shares nothing with the solver it checks.
 *
 * @source Moskewicz et al. 2001 (watched literals)
 */
export class Propagator {
  private readonly variables: number;
  private readonly clauses: (Int32Array | undefined)[] = [undefined];
  private readonly watches: number[][];
  /** 1 true, −1 false, 0 open; index is variables + literal. */
  private readonly value: Int8Array;
  /** The clause that made a variable's literal true; 0 for an assumption. */
  private readonly reason: Int32Array;
  private readonly trail: number[] = [];
  private head = 0;
  /** Clauses behind a conflict that needs no assumption. */
  rootConflict: readonly number[] | undefined;

  constructor(variables: number) {
    this.variables = variables;
    this.value = new Int8Array(2 * variables + 1);
    this.reason = new Int32Array(variables + 1);
    this.watches = Array.from({ length: 2 * variables + 1 }, () => []);
  }

  literals(clause: number): Int32Array {
    return this.clauses[clause] ?? new Int32Array(0);
  }

  *clausesWith(literal: number): Generator<number> {
    for (const [clause, literals] of this.clauses.entries()) if (literals?.includes(literal) === true) yield clause;
  }

  /** Adds a clause at the root and propagates; returns its number. */
  add(input: Int32Array): number {
    const literals = Int32Array.from(new Set(input));
    const clause = this.clauses.length;
    this.clauses.push(literals);
    // Watch literals that are not false, so that a clause never sleeps through its becoming unit.
    literals.sort((a, b) => this.value[this.variables + b]! - this.value[this.variables + a]!);
    if (literals.length >= 2) {
      this.watches[this.variables + literals[0]!]!.push(clause);
      this.watches[this.variables + literals[1]!]!.push(clause);
    }
    if (this.rootConflict !== undefined) return clause;
    const isOpen = (literal: number | undefined): boolean =>
      literal !== undefined && this.value[this.variables + literal]! >= 0;
    let conflict = 0;
    if (!isOpen(literals[0])) conflict = clause;
    else if (!isOpen(literals[1])) {
      if (this.value[this.variables + literals[0]!] === 0) this.assign(literals[0]!, clause);
      conflict = this.propagate();
    }
    if (conflict !== 0) this.rootConflict = [...this.behind(conflict)];
    return clause;
  }

  /** Forgets a clause; its watches go when they are next met. */
  remove(clause: number): void {
    this.clauses[clause] = undefined;
  }

  /** Whether a clause is why some root literal is true. */
  isRootReason(clause: number): boolean {
    return this.literals(clause).some(
      (literal) => this.value[this.variables + literal]! > 0 && this.reason[Math.abs(literal)] === clause,
    );
  }

  /** The clauses that refute the negation of these literals by propagation, if they do; the root is left as it was. */
  refuteNegation(literals: Int32Array): Int32Array | undefined {
    const mark = this.trail.length;
    const used = this.refute(literals);
    while (this.trail.length > mark) {
      const literal = this.trail.pop()!;
      this.value[this.variables + literal] = 0;
      this.value[this.variables - literal] = 0;
    }
    this.head = mark;
    return used;
  }

  private refute(literals: Int32Array): Int32Array | undefined {
    for (const literal of literals) {
      const value = this.value[this.variables + literal]!;
      // True at the root, or its negation assumed a moment ago: the clause is implied, or a tautology.
      if (value > 0) return this.behind(this.reason[Math.abs(literal)]!);
      if (value === 0) this.assign(-literal, 0);
    }
    const conflict = this.propagate();
    return conflict === 0 ? undefined : this.behind(conflict);
  }

  private assign(literal: number, clause: number): void {
    this.value[this.variables + literal] = 1;
    this.value[this.variables - literal] = -1;
    this.reason[Math.abs(literal)] = clause;
    this.trail.push(literal);
  }

  private propagate(): number {
    for (; this.head < this.trail.length; this.head += 1) {
      const conflict = this.visit(-this.trail[this.head]!);
      if (conflict !== 0) return conflict;
    }
    return 0;
  }

  private visit(falsified: number): number {
    const list = this.watches[this.variables + falsified]!;
    let write = 0;
    let conflict = 0;
    for (let read = 0; read < list.length; read += 1) {
      const clause = list[read]!;
      const literals = this.clauses[clause];
      if (literals === undefined) continue;
      if (conflict === 0 && this.rewatch(clause, literals, falsified)) continue;
      list[write] = clause;
      write += 1;
      const first = literals[0]!;
      const value = this.value[this.variables + first]!;
      if (conflict !== 0 || value > 0) continue;
      if (value < 0) conflict = clause;
      else this.assign(first, clause);
    }
    list.length = write;
    return conflict;
  }

  /** Puts the other watch first; true when the clause now watches another literal instead of the false one. */
  private rewatch(clause: number, literals: Int32Array, falsified: number): boolean {
    if (literals[0] === falsified) {
      literals[0] = literals[1]!;
      literals[1] = falsified;
    }
    if (this.value[this.variables + literals[0]!]! > 0) return false;
    for (let k = 2; k < literals.length; k += 1) {
      const literal = literals[k]!;
      if (this.value[this.variables + literal]! < 0) continue;
      literals[k] = falsified;
      literals[1] = literal;
      this.watches[this.variables + literal]!.push(clause);
      return true;
    }
    return false;
  }

  /** All clauses in the derivation of a conflict or of a true literal. */
  private behind(clause: number): Int32Array {
    if (clause === 0) return new Int32Array(0);
    const used = new Set([clause]);
    const pending = [clause];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const literal of this.clauses[next]!) {
        const reason = this.reason[Math.abs(literal)]!;
        if (this.value[this.variables + literal] === 0 || reason === 0 || used.has(reason)) continue;
        used.add(reason);
        pending.push(reason);
      }
    }
    return Int32Array.from(used);
  }
}
