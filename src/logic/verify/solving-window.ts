import { createSolver, type Solver } from '#logic/sat';
import type { KnownClause, KnownClauses } from './known-clauses.ts';
import type { StitchedProof } from './stitched-proof.ts';

/** Values of the inputs that a window reached; the others are free. */
export type PartialInputs = readonly (boolean | undefined)[];

/** What a window says of some literals holding together. */
export type WindowAnswer =
  | { readonly answer: 'excluded'; readonly lemma: KnownClause }
  | { readonly answer: 'possible'; readonly isWhole: boolean; readonly inputs: PartialInputs }
  | { readonly answer: 'unknown'; readonly why: string };

export interface WindowLimits {
  /** Gates in the window, counted from the asked nodes down. */
  readonly gates: number;
  readonly maxConflicts?: number;
  readonly maxPropagations?: number;
  readonly shouldStop?: () => boolean;
}

/**
 * Asks whether some literals of a circuit can hold together, looking only at the gates nearest below them; a merged node is replaced by
 * its leader. Small questions are what the solver is fastest at, and a "no" from a part of the formula is a "no" from the whole.
 * A "yes" counts only when the window reached the inputs everywhere.
 *
 * @source Mishchenko & Brayton 2006, SAT-based complete don't-care computation (windows)
 */
export class WindowSolver {
  private readonly solver: Solver = createSolver({ proof: true });
  private readonly book: KnownClauses;
  private readonly proof: StitchedProof;
  private readonly localOf: Int32Array;
  /** The question in which a node was last entered: a set that empties itself. */
  private readonly enteredIn: Int32Array;
  private question = 0;

  constructor(book: KnownClauses, proof: StitchedProof) {
    this.book = book;
    this.proof = proof;
    this.localOf = new Int32Array(book.circuit.nodeCount);
    this.enteredIn = new Int32Array(book.circuit.nodeCount);
  }

  /** `asked` are DIMACS literals of the formula with the nodes they belong to. */
  ask(asked: readonly { readonly node: number; readonly literal: number }[], limits: WindowLimits): WindowAnswer {
    const window = this.collect(
      asked.map(({ node }) => node),
      limits.gates,
    );
    const { solver } = this;
    solver.reset();
    solver.add({ variables: window.variables.length - 1, clauses: Int32Array.from(window.clauses) });
    const assumptions = asked.map(({ node, literal }) => Math.sign(literal) * this.localOf[node]!);
    const result = solver.solve({ ...limits, assumptions });
    if (result.status === 'unknown') return { answer: 'unknown', why: result.why };
    if (result.status === 'unsat') {
      const literals = result.core.map((local) => -Math.sign(local) * window.variables[Math.abs(local)]!);
      return {
        answer: 'excluded',
        lemma: { id: this.proof.append(solver.proof, window.ids, window.variables), literals },
      };
    }
    const inputs = Array.from({ length: this.book.circuit.inputCount }, (_, i) =>
      this.enteredIn[i + 1] === this.question ? result.model[this.localOf[i + 1]!] === 1 : undefined,
    );
    return { answer: 'possible', isWhole: window.isWhole, inputs };
  }

  private collect(roots: readonly number[], limit: number): Window {
    const { book, localOf, enteredIn } = this;
    const { left, right, inputCount } = book.circuit;
    const window: Window = { variables: [0], clauses: [], ids: [], isWhole: true };
    this.question += 1;
    const queue: number[] = [];
    const enter = (node: number): void => {
      if (enteredIn[node] === this.question || book.variableOf[node] === 0) return;
      enteredIn[node] = this.question;
      localOf[node] = window.variables.push(book.variableOf[node]!) - 1;
      queue.push(node);
    };
    roots.forEach(enter);
    let gates = 0;
    for (let next = 0; next < queue.length; next += 1) {
      const node = queue[next]!;
      const leader = book.leaderOf(node);
      if (leader !== node) {
        enter(leader);
        this.put(window, book.lemmasOf(node));
      } else if (node > inputCount) {
        if (gates >= limit) {
          window.isWhole = false;
          continue;
        }
        gates += 1;
        enter(left[node]! >>> 1);
        enter(right[node]! >>> 1);
        this.put(window, book.gateClauses(node));
      } else this.put(window, book.gateClauses(node));
    }
    return window;
  }

  private put(window: Window, known: readonly KnownClause[]): void {
    const { book, localOf } = this;
    const { clauses, ids } = window;
    for (const { id, literals } of known) {
      ids.push(id);
      for (const literal of literals) {
        clauses.push(literal > 0 ? localOf[book.nodeOf(literal)]! : -localOf[book.nodeOf(-literal)]!);
      }
      clauses.push(0);
    }
  }
}

interface Window {
  /** The formula's variable of each local one; index 0 is unused. */
  readonly variables: number[];
  readonly clauses: number[];
  readonly ids: number[];
  isWhole: boolean;
}
