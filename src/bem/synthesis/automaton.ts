/** What a step does to a counter. */
export const Move = { hold: 0, up: 1, down: 2, reset: 3 } as const;

/** What the machine may know of a counter: where it lies from zero. */
export const Sign = { zero: 0, above: 1, below: 2 } as const;

export const moveCount = 4;
export const signCount = 3;

/**
 * A finite control with counters: states 0 … states − 1, begun in 0 with all counters at 0. A row of `next` and `moves` is a
 * class, a state and the signs of the counters, of which it knows no more; an answer is a state and signs after the step.
 *
 *     row = (class · states + state) · 3^counters + Σ sign_j · 3^j
 *
 * Without counters it is a finite automaton.
 */
export interface Automaton {
  readonly kind: 'automaton';
  readonly classes: number;
  readonly states: number;
  readonly counters: number;
  readonly next: readonly number[];
  /** By counter, then row: a `Move`. */
  readonly moves: readonly (readonly number[])[];
  /** By state · 3^counters + signs. */
  readonly answers: readonly number[];
}

/** Ways the counters' signs can be. */
export function signRows(counters: number): number {
  return signCount ** counters;
}

/** The answers of an automaton to a sequence, its counters being whole numbers of any size. */
export function runAutomaton(automaton: Automaton, classes: ArrayLike<number>): Int16Array {
  const { states, counters, next, moves, answers } = automaton;
  const rows = signRows(counters);
  const counts = new Int32Array(counters);
  const given = new Int16Array(classes.length);
  let state = 0;
  let signs = 0;
  for (let t = 0; t < classes.length; t += 1) {
    const row = (classes[t]! * states + state) * rows + signs;
    signs = 0;
    for (let j = counters - 1; j >= 0; j -= 1) {
      const move = moves[j]![row]!;
      if (move === Move.up) counts[j]! += 1;
      else if (move === Move.down) counts[j]! -= 1;
      else if (move === Move.reset) counts[j] = 0;
      const count = counts[j]!;
      signs = signs * signCount + (count === 0 ? Sign.zero : count > 0 ? Sign.above : Sign.below);
    }
    state = next[row]!;
    given[t] = answers[state * rows + signs]!;
  }
  return given;
}
