import type { Proposal } from '#logic/verify/synthesis';
import {
  type Automaton,
  Move,
  moveCount,
  seenRows,
  Sign,
  signCount,
  signRows,
  StackMove,
  stackMoveCount,
} from './automaton.ts';
import { ClauseSink } from './clause-sink.ts';
import type { Sequence } from './sequence.ts';
import { type TraceNode, TraceTree } from './merging/trace-tree.ts';

/** The size of an automaton to look for. */
export interface AutomatonSize {
  readonly classes: number;
  readonly answers: number;
  readonly states: number;
  readonly counters: number;
  /** Symbols of the stack; 0 without one. */
  readonly symbols?: number;
}

/** Nodes, in the order they come, along which states are numbered by first visit. */
const NUMBERED_NODES = 48;

/**
 * Looks for an automaton of one size that agrees with examples, by SAT over the tree of their prefixes.
 *
 * Each node has a variable per state, per value of each counter and per sign; tables have a variable per entry and value.
 * All clauses but those that say a table has some entry are implications from what is reached to what follows from it, so
 * what a table read off a model really does is among what the model says.
 *
 * A stack is its top and where it was as it is below the top: at which ancestor. A push puts a symbol on the stack of the parent; a pop
 * brings back the stack of that ancestor.
 *
 * States are numbered by their first visit and symbols by their first push, which leaves one of the equal numberings.
 *
 * @source Heule & Verwer 2010, Exact DFA identification using SAT solvers; counters and a stack added
 */
export class AutomatonProposer {
  private readonly size: Required<AutomatonSize>;
  private readonly rows: number;
  private readonly sink = new ClauseSink();
  private readonly tree = new TraceTree();
  private taken = 0;
  /** First variables of the tables. */
  private readonly next: number;
  private readonly moves: number;
  private readonly answers: number;
  private readonly stack: number;
  /** By node: first variables of its states, of each counter's values (−depth … depth) and signs. */
  private readonly stateOf: number[] = [];
  private readonly valueOf: number[][] = [];
  private readonly signOf: number[][] = [];
  /** By node: first variables of the top (empty, then each symbol) and of the depths of ancestors whose stack is below the top. */
  private readonly topOf: number[] = [];
  private readonly belowOf: number[] = [];
  /** First variable of "state q was met by now", per numbered node; and of "symbol k was pushed by now". */
  private readonly metOf: number[] = [];
  private readonly pushedOf: number[] = [];

  constructor(size: AutomatonSize) {
    const { classes, states, counters, answers, symbols = 0 } = size;
    this.size = { ...size, symbols };
    this.rows = seenRows(counters, symbols);
    const rows = classes * states * this.rows;
    this.next = this.sink.variables(rows * states);
    this.moves = this.sink.variables(counters * rows * moveCount);
    this.answers = this.sink.variables(states * this.rows * answers);
    this.stack = this.sink.variables(symbols === 0 ? 0 : rows * stackMoveCount(symbols));
    for (let row = 0; row < rows; row += 1) {
      this.sink.some(this.next + row * states, states);
      this.sink.notTwo(this.next + row * states, states);
      for (let j = 0; j < counters; j += 1) this.sink.some(this.moveEntry(j, row), moveCount);
      if (symbols > 0) this.sink.some(this.stackEntry(row), stackMoveCount(symbols));
    }
    for (let row = 0; row < states * this.rows; row += 1) this.sink.notTwo(this.answers + row * answers, answers);
    this.grow(this.tree.root);
  }

  get conflicts(): number {
    return this.sink.conflicts;
  }

  /** An automaton that agrees with the examples, of which those of the last call come first. */
  propose(examples: readonly Sequence[], maxConflicts: number): Proposal<Automaton> {
    for (; this.taken < examples.length; this.taken += 1) {
      this.tree.add(
        examples[this.taken]!,
        (node) => this.grow(node),
        (node) => this.answer(node),
      );
    }
    const result = this.sink.solve(maxConflicts);
    if (result.status === 'unsat') return { answer: 'none' };
    if (result.status === 'unknown') return { answer: 'unknown', why: `${maxConflicts} conflicts` };
    return { answer: 'candidate', candidate: this.read(result.model) };
  }

  private moveEntry(counter: number, row: number): number {
    const rows = this.size.classes * this.size.states * this.rows;
    return this.moves + (counter * rows + row) * moveCount;
  }

  private stackEntry(row: number): number {
    return this.stack + row * stackMoveCount(this.size.symbols);
  }

  /** Variables of a node and what follows from its parent. */
  private grow(node: TraceNode): void {
    const { states, counters, symbols } = this.size;
    const { sink } = this;
    const at = node.number;
    this.stateOf[at] = sink.variables(states);
    this.signOf[at] = Array.from({ length: counters }, () => sink.variables(signCount));
    this.valueOf[at] = Array.from({ length: counters }, () => sink.variables(2 * node.depth + 1));
    if (symbols > 0) {
      this.topOf[at] = sink.variables(symbols + 1);
      this.belowOf[at] = sink.variables(node.depth);
      sink.notTwo(this.topOf[at], symbols + 1);
    }
    sink.notTwo(this.stateOf[at], states);
    if (node.parent === undefined) {
      if (symbols > 0) sink.clause([this.topOf[at]!]);
      sink.clause([this.stateOf[at]]);
      for (let j = 0; j < counters; j += 1) {
        sink.clause([this.valueOf[at][j]!]);
        sink.clause([this.signOf[at][j]! + Sign.zero]);
      }
    } else this.follow(node, node.parent);
    if (at < NUMBERED_NODES) this.number(at);
  }

  private follow(node: TraceNode, parent: TraceNode): void {
    const { states, counters, symbols } = this.size;
    const { sink } = this;
    const moved = Array.from({ length: counters }, () => sink.variables(moveCount));
    const stackMoves = symbols === 0 ? 0 : stackMoveCount(symbols);
    const stacked = sink.variables(stackMoves);
    for (let state = 0; state < states; state += 1) {
      for (let signs = 0; signs < this.rows; signs += 1) {
        const row = (node.class * states + state) * this.rows + signs;
        const here = [-(this.stateOf[parent.number]! + state), ...this.notSeen(parent.number, signs)];
        for (let to = 0; to < states; to += 1) {
          sink.clause([...here, -(this.next + row * states + to), this.stateOf[node.number]! + to]);
        }
        for (let j = 0; j < counters; j += 1) {
          for (let move = 0; move < moveCount; move += 1) {
            sink.clause([...here, -(this.moveEntry(j, row) + move), moved[j]! + move]);
          }
        }
        for (let move = 0; move < stackMoves; move += 1) {
          sink.clause([...here, -(this.stackEntry(row) + move), stacked + move]);
        }
      }
    }
    for (let j = 0; j < counters; j += 1) this.count(node, parent, j, moved[j]!);
    if (symbols === 0) return;
    this.pile(node, parent, stacked);
    if (node.number < NUMBERED_NODES) this.numberSymbols(node.number, stacked);
  }

  /** A symbol may be pushed only once the one before it was. */
  private numberSymbols(node: number, moved: number): void {
    const { sink } = this;
    const { symbols } = this.size;
    const pushed = sink.variables(symbols);
    const before = this.pushedOf[node - 1];
    this.pushedOf[node] = pushed;
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      const push = moved + StackMove.push + symbol;
      sink.clause([-(pushed + symbol), push, ...(before === undefined ? [] : [before + symbol])]);
      if (symbol > 0) sink.clause([-push, ...(before === undefined ? [] : [before + symbol - 1])]);
    }
  }

  /** The top after a move of the stack, and what is below it. */
  private pile(node: TraceNode, parent: TraceNode, moved: number): void {
    const { sink } = this;
    const { symbols } = this.size;
    const [top, below] = [this.topOf[node.number]!, this.belowOf[node.number]!];
    /** When the move holds and so does `given`, the stack is that of another node. */
    const becomes = (given: readonly number[], other: TraceNode): void => {
      for (let each = 0; each <= symbols; each += 1) {
        sink.clause([...given, -(this.topOf[other.number]! + each), top + each]);
      }
      for (let depth = 0; depth < other.depth; depth += 1) {
        sink.clause([...given, -(this.belowOf[other.number]! + depth), below + depth]);
      }
    };
    becomes([-(moved + StackMove.hold)], parent);
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      sink.clause([-(moved + StackMove.push + symbol), top + symbol + 1]);
      sink.clause([-(moved + StackMove.push + symbol), below + parent.depth]);
    }
    sink.clause([-(moved + StackMove.pop), -this.topOf[parent.number]!, top]);
    const under = this.belowOf[parent.number]!;
    for (let other = parent.parent; other !== undefined; other = other.parent) {
      becomes([-(moved + StackMove.pop), -(under + other.depth)], other);
    }
  }

  /** The counter's value after its move, and the sign of it. */
  private count(node: TraceNode, parent: TraceNode, counter: number, moved: number): void {
    const { sink } = this;
    const before = this.valueOf[parent.number]![counter]! + parent.depth;
    const after = this.valueOf[node.number]![counter]! + node.depth;
    for (let value = -parent.depth; value <= parent.depth; value += 1) {
      sink.clause([-(moved + Move.hold), -(before + value), after + value]);
      sink.clause([-(moved + Move.up), -(before + value), after + value + 1]);
      sink.clause([-(moved + Move.down), -(before + value), after + value - 1]);
    }
    sink.clause([-(moved + Move.reset), after]);
    const sign = this.signOf[node.number]![counter]!;
    for (let value = -node.depth; value <= node.depth; value += 1) {
      sink.clause([-(after + value), sign + (value === 0 ? Sign.zero : value > 0 ? Sign.above : Sign.below)]);
    }
    sink.notTwo(sign, signCount);
  }

  private notSeen(node: number, seen: number): number[] {
    const { counters, symbols } = this.size;
    const signs = this.signOf[node]!.map((first, j) => -(first + (Math.floor(seen / signCount ** j) % signCount)));
    return symbols === 0 ? signs : [...signs, -(this.topOf[node]! + Math.floor(seen / signRows(counters)))];
  }

  private answer(node: TraceNode): void {
    const { states, answers } = this.size;
    for (let state = 0; state < states; state += 1) {
      for (let signs = 0; signs < this.rows; signs += 1) {
        const entry = this.answers + (state * this.rows + signs) * answers;
        this.sink.clause([
          -(this.stateOf[node.number]! + state),
          ...this.notSeen(node.number, signs),
          entry + node.label,
        ]);
      }
    }
  }

  /** A state may be visited only once the one before it was. */
  private number(node: number): void {
    const { states } = this.size;
    const { sink } = this;
    const met = sink.variables(states);
    this.metOf[node] = met;
    const state = this.stateOf[node]!;
    const before = node === 0 ? undefined : this.metOf[node - 1]!;
    for (let q = 0; q < states; q += 1) {
      if (before === undefined) {
        sink.clause([-(met + q), state + q]);
        continue;
      }
      sink.clause([-(met + q), before + q, state + q]);
      if (q > 0) sink.clause([-(state + q), before + q - 1]);
    }
  }

  private read(model: Uint8Array): Automaton {
    const { classes, states, counters, answers, symbols } = this.size;
    const first = (from: number, count: number): number => {
      for (let i = 0; i < count; i += 1) if (model[from + i] === 1) return i;
      return 0;
    };
    const rows = classes * states * this.rows;
    const table = (length: number, from: (row: number) => number, count: number): number[] =>
      Array.from({ length }, (_, row) => first(from(row), count));
    return {
      kind: 'automaton',
      classes,
      states,
      counters,
      next: table(rows, (row) => this.next + row * states, states),
      moves: Array.from({ length: counters }, (_, j) => table(rows, (row) => this.moveEntry(j, row), moveCount)),
      answers: table(states * this.rows, (row) => this.answers + row * answers, answers),
      ...(symbols > 0 && { symbols, stack: table(rows, (row) => this.stackEntry(row), stackMoveCount(symbols)) }),
    };
  }
}
