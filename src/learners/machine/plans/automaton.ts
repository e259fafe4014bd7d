/** What a step does to a counter. */
export const Move = { hold: 0, up: 1, down: 2, reset: 3 } as const;

/** What the machine may know of a counter: where it lies from zero. */
export const Sign = { zero: 0, above: 1, below: 2 } as const;

export const moveCount = 4;
export const signCount = 3;

/** What a step does to the stack: `push` + k pushes symbol k. A pop of an empty stack does nothing. */
export const StackMove = { hold: 0, pop: 1, push: 2 } as const;

/** Moves of a stack of so many symbols. */
export function stackMoveCount(symbols: number): number {
  return StackMove.push + symbols;
}

/**
 * A finite control with counters and a stack: states 0 … states − 1, begun in 0 with all counters at 0 and an empty stack. A row of
 * `next`, `moves` and `stack` is a class, a state and what is seen of the memory: the signs of the counters and the top of the stack
 * (0: empty, k + 1: symbol k). An answer is a state and what is seen after the step.
 *
 *     row = (class · states + state) · seen + Σ sign_j · 3^j + 3^counters · top         seen = 3^counters · (symbols + 1)
 *
 * Without counters and symbols it is a finite automaton; with symbols it is a pushdown automaton that reads a token each step.
 */
export interface Automaton {
  readonly kind: 'automaton';
  readonly classes: number;
  readonly states: number;
  readonly counters: number;
  readonly next: readonly number[];
  /** By counter, then row: a `Move`. */
  readonly moves: readonly (readonly number[])[];
  /** Symbols of the stack, and by row a `StackMove`; absent without a stack. */
  readonly symbols?: number;
  readonly stack?: readonly number[];
  /** By state · seen + what is seen. */
  readonly answers: readonly number[];
}

/** Ways that what is seen of counters and stack can be. */
export function seenRows(counters: number, symbols = 0): number {
  return signRows(counters) * (symbols + 1);
}

/** Ways the counters' signs can be. */
export function signRows(counters: number): number {
  return signCount ** counters;
}

/** The answers of an automaton to a sequence, its counters being whole numbers of any size and its stack as deep as need be. */
export function runAutomaton(automaton: Automaton, classes: ArrayLike<number>): Int16Array {
  const { states, counters, next, moves, answers, symbols, stack } = automaton;
  const rows = seenRows(counters, symbols);
  const stacked: number[] = [];
  const counts = new Int32Array(counters);
  const given = new Int16Array(classes.length);
  let state = 0;
  let seen = 0;
  for (let t = 0; t < classes.length; t += 1) {
    const row = (classes[t]! * states + state) * rows + seen;
    let signs = 0;
    for (let j = counters - 1; j >= 0; j -= 1) {
      const move = moves[j]![row]!;
      if (move === Move.up) counts[j]! += 1;
      else if (move === Move.down) counts[j]! -= 1;
      else if (move === Move.reset) counts[j] = 0;
      const count = counts[j]!;
      signs = signs * signCount + (count === 0 ? Sign.zero : count > 0 ? Sign.above : Sign.below);
    }
    seen = signs;
    if (stack !== undefined) {
      moveStack(stacked, stack[row]!);
      seen += signRows(counters) * ((stacked.at(-1) ?? -1) + 1);
    }
    state = next[row]!;
    given[t] = answers[state * rows + seen]!;
  }
  return given;
}

function moveStack(stacked: number[], move: number): void {
  if (move === StackMove.pop) stacked.pop();
  else if (move >= StackMove.push) stacked.push(move - StackMove.push);
}
