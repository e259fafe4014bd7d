import type { Cnf } from '../cnf.ts';
import type { Steps } from './steps.ts';
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
 * Clauses lie in one array, each closed by a zero; `start[id]` is where the clause with that number begins, 0 is absent.
 *
 * @source Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp 2017, Efficient certified RAT verification
 */
export class LratChecker {
  private readonly steps: Steps;
  private readonly ask: (() => void) | undefined;
  private readonly ids: Renumbering;
  private readonly start: Int32Array;
  private readonly variables: number;
  /** `truth[variables + literal]` is the current stamp when the literal is true. */
  private readonly truth: Int32Array;
  private stamp = 0;
  private visited = 0;
  private readonly arena: Int32Array;
  private top: number;
  private lastId: number;
  private reason = '';
  /** Where each derived clause's step lies, by number; for the core. */
  readonly stepAt: Int32Array;
  readonly inputs: number;

  constructor(cnf: Cnf, steps: Steps, ask?: () => void) {
    this.ask = ask;
    this.steps = steps;
    this.variables = cnf.variables;
    let inputs = 0;
    for (let i = 0; i < cnf.clauses.length; i += 1) if (cnf.clauses[i] === 0) inputs += 1;
    this.inputs = inputs;
    this.ids = new Renumbering(inputs, steps);
    this.lastId = inputs;
    // One allocation for all: clauses, of the formula and of the proof, take no more than the words they came in.
    const ids = this.ids.limit + 1;
    const truths = 2 * cnf.variables + 1;
    const memory = new Int32Array(2 * ids + truths + cnf.clauses.length + steps.size + 1);
    this.start = memory.subarray(0, ids);
    this.stepAt = memory.subarray(ids, 2 * ids);
    this.truth = memory.subarray(2 * ids, 2 * ids + truths);
    this.arena = memory.subarray(2 * ids + truths);
    this.arena.set(cnf.clauses, 1);
    this.top = cnf.clauses.length + 1;
    const { start } = this;
    for (let i = 0, id = 1, isNew = true; i < cnf.clauses.length; i += 1) {
      if (isNew) start[id] = i + 1;
      isNew = cnf.clauses[i] === 0;
      if (isNew) id += 1;
    }
  }

  /** Returns the number of the empty clause, or why there is none. */
  check(): number | Refusal {
    const { words, size } = this.steps;
    for (let at = 0, i = 0; at < size; i += 1) {
      const id = words[at]!;
      const hintsAt = at + 3 + words[at + 1]!;
      const end = hintsAt + words[hintsAt - 1]!;
      this.spend(end - at);
      if (!(id > 0 ? this.derive(at, hintsAt, end) : this.remove(-id))) {
        return { line: this.steps.lineOf(i), reason: this.reason };
      }
      if (id > 0 && words[at + 1] === 0) return this.ids.of(id);
      at = end;
    }
    return { line: this.steps.lineOf(this.steps.count - 1), reason: 'the proof ends without the empty clause' };
  }

  /** Checks one derivation and stores its clause. */
  private derive(at: number, hintsAt: number, end: number): boolean {
    const { words } = this.steps;
    if (words[at]! <= this.lastId) return this.refuse(`id ${words[at]} does not rise`);
    this.lastId = words[at]!;
    if (!this.holds(at, hintsAt, end)) return false;
    const id = this.ids.of(words[at]!);
    this.stepAt[id] = at + 1;
    this.start[id] = this.top;
    const { arena } = this;
    let to = this.top;
    for (let i = at + 2; i < hintsAt - 1; i += 1, to += 1) arena[to] = words[i]!;
    arena[to] = 0;
    this.top = to + 1;
    return true;
  }

  /** The clauses a step used, by number. */
  usedBy(id: number): number[] {
    const { words } = this.steps;
    const at = this.stepAt[id]! - 1;
    const hintsAt = at + 3 + words[at + 1]!;
    return Array.from(words.subarray(hintsAt, hintsAt + words[hintsAt - 1]!), (hint) => this.ids.of(Math.abs(hint)));
  }

  private holds(at: number, hintsAt: number, end: number): boolean {
    const { words } = this.steps;
    const { truth, variables } = this;
    const stamp = this.stamp + 1;
    this.stamp = stamp;
    for (let i = at + 2; i < hintsAt - 1; i += 1) {
      const literal = words[i]!;
      if (literal < -variables || literal > variables || literal === 0) {
        return this.refuse(`literal ${literal} is not one of ±1 … ±${variables}`);
      }
      if (truth[variables + literal] === stamp) return true;
      truth[variables - literal] = stamp;
    }
    let i = hintsAt;
    for (; i < end && words[i]! > 0; i += 1) {
      const outcome = this.unit(words[i]!);
      if (outcome === conflict) return true;
      if (outcome === stuck) return false;
    }
    if (words[at + 1] === 0) return this.refuse('the hints end without a conflict');
    return this.holdsByResolution(words[at + 2]!, i, end);
  }

  /** Visits one hint: a conflict, one more true literal, or nothing it may be used for. */
  private unit(hint: number): number {
    const { arena, truth, variables, stamp } = this;
    const begin = this.start[this.ids.of(hint)]!;
    if (begin === 0) {
      this.refuse(`hint ${hint} names no clause`);
      return stuck;
    }
    let free = 0;
    let k = begin;
    for (; arena[k] !== 0; k += 1) {
      const literal = arena[k]!;
      if (truth[variables - literal] === stamp || literal === free) continue;
      if (free !== 0 || truth[variables + literal] === stamp) {
        this.refuse(`hint ${hint} is neither unit nor false`);
        return stuck;
      }
      free = literal;
    }
    this.spend(k - begin);
    if (free === 0) return conflict;
    truth[variables + free] = stamp;
    return propagated;
  }

  /** The RAT part: for each clause with the pivot negated, its own hints must end in a conflict. */
  private holdsByResolution(pivot: number, from: number, end: number): boolean {
    const { words } = this.steps;
    const before = this.truth.slice();
    this.spend(before.length + this.top);
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
      for (let k = begin; this.arena[k] !== 0; k += 1) {
        if (this.arena[k] === -pivot) {
          return this.refuse(`the hints end without a conflict, and clause ${id}, which has ${-pivot}, has none`);
        }
      }
    }
    return true;
  }

  /** Assumes the other literals of a clause false; true when that contradicts what is already assumed. */
  private assumeResolvent(begin: number, pivot: number): boolean {
    for (let k = begin; this.arena[k] !== 0; k += 1) {
      const literal = this.arena[k]!;
      if (literal === -pivot) continue;
      if (this.truth[this.variables + literal] === this.stamp) return true;
      this.truth[this.variables - literal] = this.stamp;
    }
    return false;
  }

  private remove(id: number): boolean {
    const number = this.ids.of(id);
    if (number === 0 || this.start[number] === 0) return this.refuse(`deletes ${id}, which names no clause`);
    this.start[number] = 0;
    return true;
  }

  /** Counts words that were visited. */
  private spend(words: number): void {
    this.visited += words;
    if (this.visited < ASK_EVERY) return;
    this.visited = 0;
    this.ask?.();
  }

  private refuse(reason: string): false {
    this.reason = reason;
    return false;
  }
}

/** Words that are visited between two looks at the clock. */
const ASK_EVERY = 2 ** 18;
const conflict = 0;
const propagated = 1;
const stuck = 2;
