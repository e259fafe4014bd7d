import type { Cnf } from '../cnf.ts';
import type { Refusal } from './check-lrat.ts';
import { ClauseIndex } from './clause-index.ts';
import { Propagator } from './propagator.ts';
import type { Steps } from './steps.ts';

/** Words of memory beside its literals that a clause takes, about: index, watches, reasons. */
const WORDS_PER_CLAUSE = 120;
/** About 1 GB. */
const maxHeld = 2 ** 28;
const limitReason = 'the derived clauses need more than 1 GB; an outside checker such as drat-trim takes longer proofs';

/**
 * Checks a DRAT proof forwards: each added clause must lead to a conflict when its negation is propagated (RUP), or else so
 * must every resolvent on its first literal (RAT). Accepts as soon as propagation alone refutes what has been derived.
 * Deletions of clauses that are unit under the derived units are ignored, as drat-trim does.
 *
 * @source Wetzler, Heule & Hunt 2014, DRAT-trim: efficient checking and trimming using expressive clausal proofs
 */
export class DratChecker {
  private readonly steps: Steps;
  private readonly ask: (() => void) | undefined;
  private readonly propagator: Propagator;
  private readonly index = new ClauseIndex();
  private readonly variables: number;
  /** Clauses each derived clause rests on, by clause number; input clauses have none. */
  private readonly antecedents: (Int32Array | undefined)[] = [];
  readonly inputs: number;
  /** Words held by derived clauses, about. */
  private held = 0;

  constructor(cnf: Cnf, steps: Steps, ask?: () => void) {
    this.ask = ask;
    this.steps = steps;
    this.variables = cnf.variables;
    this.propagator = new Propagator(cnf.variables);
    let from = 0;
    let inputs = 0;
    for (let i = 0; i < cnf.clauses.length; i += 1) {
      if (cnf.clauses[i] !== 0) continue;
      this.add(cnf.clauses.slice(from, i), undefined);
      from = i + 1;
      inputs += 1;
    }
    this.inputs = inputs;
  }

  /** Returns the numbers of the clauses that together refute the formula, or why they do not. */
  check(): readonly number[] | Refusal {
    const { words, size } = this.steps;
    const { propagator } = this;
    let line = 1;
    for (let at = 0, i = 0; at < size; at += 3 + words[at + 1]!, i += 1) {
      if (propagator.rootConflict !== undefined) return propagator.rootConflict;
      line = this.steps.lineOf(i);
      this.ask?.();
      const literals = words.slice(at + 2, at + 2 + words[at + 1]!);
      const outside = literals.find((literal) => Math.abs(literal) > this.variables);
      if (outside !== undefined) return { line, reason: `literal ${outside} is past the ${this.variables} variables` };
      if (words[at]! < 0) {
        const clause = this.index.find(literals, (each) => !propagator.isRootReason(each));
        if (clause !== undefined) {
          this.index.remove(literals, clause);
          propagator.remove(clause);
        } else if (!this.index.has(literals)) return { line, reason: 'deletes a clause that is not there' };
        continue;
      }
      const used = this.implied(literals);
      if (used === undefined) return { line, reason: 'the clause does not follow by propagation' };
      this.add(literals, used);
      if (this.held > maxHeld) return { line, reason: limitReason };
    }
    return propagator.rootConflict ?? { line, reason: 'the proof ends without the empty clause' };
  }

  /** The clauses a derived clause rests on. */
  usedBy(clause: number): readonly number[] {
    return Array.from(this.antecedents[clause - 1] ?? []);
  }

  private add(literals: Int32Array, used: Int32Array | undefined): void {
    this.held += literals.length + (used?.length ?? 0) + WORDS_PER_CLAUSE;
    this.antecedents.push(used);
    const clause = this.propagator.add(literals);
    this.index.add(literals, clause);
  }

  private implied(literals: Int32Array): Int32Array | undefined {
    const { propagator } = this;
    const direct = propagator.refuteNegation(literals);
    if (direct !== undefined) return direct;
    const pivot = literals[0];
    if (pivot === undefined) return undefined;
    const used: number[] = [];
    for (const clause of propagator.clausesWith(-pivot)) {
      this.ask?.();
      const rest = propagator.literals(clause).filter((literal) => literal !== -pivot);
      if (rest.some((literal) => literals.includes(-literal))) continue;
      const part = propagator.refuteNegation(joined(literals, rest));
      if (part === undefined) return undefined;
      used.push(clause);
      for (const each of part) used.push(each);
    }
    return Int32Array.from(used);
  }
}

function joined(a: Int32Array, b: Int32Array): Int32Array {
  const both = new Int32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
