import type { Cnf } from '../cnf.ts';
import { Step, type Steps } from './steps.ts';
import { Renumbering } from './renumbering.ts';

/** A step that does not hold: its line, and why. */
export interface Refusal {
  readonly line: number;
  readonly reason: string;
}

/**
 * Checks an LRAT proof without any search: the negated clause is assumed, each hint must then have exactly one literal
 * that is not false (which becomes true), and the last one none. A clause that follows only by resolution
 * asymmetric tautology lists, as negated ids, every clause with its first literal negated.
 *
 * Clauses lie in one array; `start[id]` is where the clause with that number begins, its length just before; 0 is absent.
 *
 * @source Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017, Efficient certified RAT verification
 */
export class LratChecker {
  private readonly steps: Steps;
  private readonly ids: Renumbering;
  private readonly start: Int32Array;
  private readonly variables: number;
  /** `truth[variables + literal]` is the current stamp when the literal is true. */
  private truth: Int32Array;
  private stamp = 0;
  private arena = new Int32Array(1024);
  private top = 1;
  private lastId: number;
  private reason = '';
  /** Where each derived clause's step lies, by number; for the core. */
  readonly stepAt: Int32Array;
  readonly inputs: number;

  constructor(cnf: Cnf, steps: Steps) {
    this.steps = steps;
    this.variables = cnf.variables;
    this.truth = new Int32Array(2 * cnf.variables + 1);
    let inputs = 0;
    for (const literal of cnf.clauses) if (literal === 0) inputs += 1;
    this.inputs = inputs;
    this.ids = new Renumbering(inputs, steps);
    this.start = new Int32Array(this.ids.limit + 1);
    this.stepAt = new Int32Array(this.ids.limit + 1);
    this.lastId = inputs;
    let from = 0;
    for (let i = 0, id = 1; i < cnf.clauses.length; i += 1) {
      if (cnf.clauses[i] !== 0) continue;
      this.store(id, cnf.clauses, from, i - from);
      id += 1;
      from = i + 1;
    }
  }

  /** Returns the number of the empty clause, or why there is none. */
  check(): number | Refusal {
    const { words, size } = this.steps;
    let line = 1;
    for (let at = 0; at < size;) {
      line = words[at + 1]!;
      const literalCount = words[at + 3]!;
      const hintsAt = at + 5 + literalCount;
      const hintCount = words[hintsAt - 1]!;
      if (words[at] === Step.remove) {
        if (!this.removeAll(hintsAt, hintCount)) return { line, reason: this.reason };
      } else {
        const id = this.ids.of(words[at + 2]!);
        if (words[at + 2]! <= this.lastId) return { line, reason: `id ${words[at + 2]} does not rise` };
        this.lastId = words[at + 2]!;
        if (!this.holds(at + 4, literalCount, hintsAt, hintCount)) return { line, reason: this.reason };
        this.stepAt[id] = at + 1;
        if (literalCount === 0) return id;
        this.store(id, words, at + 4, literalCount);
      }
      at = hintsAt + hintCount;
    }
    return { line, reason: 'the proof ends without the empty clause' };
  }

  /** The clauses a step used, by number. */
  usedBy(id: number): number[] {
    const { words } = this.steps;
    const at = this.stepAt[id]! - 1;
    const hintsAt = at + 5 + words[at + 3]!;
    return Array.from(words.subarray(hintsAt, hintsAt + words[hintsAt - 1]!), (hint) => this.ids.of(Math.abs(hint)));
  }

  // oxlint-disable-next-line max-params -- a clause and its hints, each a place and a length in one array
  private holds(literalsAt: number, literalCount: number, hintsAt: number, hintCount: number): boolean {
    const { words } = this.steps;
    this.stamp += 1;
    for (let i = literalsAt; i < literalsAt + literalCount; i += 1) {
      const literal = words[i]!;
      if (literal < -this.variables || literal > this.variables) {
        return this.refuse(`literal ${literal} is past the ${this.variables} variables`);
      }
      if (this.truth[this.variables + literal] === this.stamp) return true;
      this.truth[this.variables - literal] = this.stamp;
    }
    const end = hintsAt + hintCount;
    let i = hintsAt;
    for (; i < end && words[i]! > 0; i += 1) {
      const outcome = this.unit(words[i]!);
      if (outcome === conflict) return true;
      if (outcome === stuck) return false;
    }
    if (literalCount === 0 || i === end) return this.refuse('the hints end without a conflict');
    return this.holdsByResolution(words[literalsAt]!, i, end);
  }

  /** Visits one hint: a conflict, one more true literal, or nothing it may be used for. */
  private unit(hint: number): number {
    const { arena, truth, variables, stamp } = this;
    const begin = this.start[this.ids.of(hint)]!;
    if (begin === 0) {
      this.refuse(`hint ${hint} names no clause`);
      return stuck;
    }
    const end = begin + arena[begin - 1]!;
    let free = 0;
    for (let k = begin; k < end; k += 1) {
      const literal = arena[k]!;
      if (truth[variables - literal] === stamp || literal === free) continue;
      if (free !== 0 || truth[variables + literal] === stamp) {
        this.refuse(`hint ${hint} is neither unit nor false`);
        return stuck;
      }
      free = literal;
    }
    if (free === 0) return conflict;
    truth[variables + free] = stamp;
    return propagated;
  }

  /** The RAT part: for each clause with the pivot negated, its own hints must end in a conflict. */
  private holdsByResolution(pivot: number, from: number, end: number): boolean {
    const { words } = this.steps;
    const before = this.truth.slice();
    const covered = new Set<number>();
    for (let i = from; i < end;) {
      const candidate = this.ids.of(-words[i]!);
      covered.add(candidate);
      const begin = this.start[candidate]!;
      if (begin === 0) return this.refuse(`hint ${words[i]} names no clause`);
      this.truth.set(before);
      let closed = this.assumeResolvent(begin, pivot);
      for (i += 1; i < end && words[i]! > 0; i += 1) {
        if (closed) continue;
        const outcome = this.unit(words[i]!);
        if (outcome === stuck) return false;
        closed = outcome === conflict;
      }
      if (!closed) return this.refuse(`the resolvent with ${candidate} on ${pivot} has no conflict`);
    }
    for (let id = 1; id < this.start.length; id += 1) {
      const begin = this.start[id]!;
      if (begin === 0 || covered.has(id)) continue;
      for (let k = begin; k < begin + this.arena[begin - 1]!; k += 1) {
        if (this.arena[k] === -pivot) return this.refuse(`clause ${id} has ${-pivot} and no hints`);
      }
    }
    return true;
  }

  /** Assumes the other literals of a clause false; true when that contradicts what is already assumed. */
  private assumeResolvent(begin: number, pivot: number): boolean {
    for (let k = begin; k < begin + this.arena[begin - 1]!; k += 1) {
      const literal = this.arena[k]!;
      if (literal === -pivot) continue;
      if (this.truth[this.variables + literal] === this.stamp) return true;
      this.truth[this.variables - literal] = this.stamp;
    }
    return false;
  }

  private removeAll(from: number, count: number): boolean {
    for (let i = from; i < from + count; i += 1) {
      const hint = this.steps.words[i]!;
      const id = hint > 0 ? this.ids.of(hint) : 0;
      if (this.start[id] === 0) return this.refuse(`deletes ${hint}, which names no clause`);
      this.start[id] = 0;
    }
    return true;
  }

  // oxlint-disable-next-line max-params -- a clause is a place and a length in an array
  private store(id: number, from: Int32Array, at: number, count: number): void {
    if (this.top + count + 1 > this.arena.length) {
      const grown = new Int32Array(2 * (this.top + count + 1));
      grown.set(this.arena);
      this.arena = grown;
    }
    this.arena[this.top] = count;
    for (let i = 0; i < count; i += 1) this.arena[this.top + 1 + i] = from[at + i]!;
    this.start[id] = this.top + 1;
    this.top += count + 1;
  }

  private refuse(reason: string): false {
    this.reason = reason;
    return false;
  }
}

const conflict = 0;
const propagated = 1;
const stuck = 2;
