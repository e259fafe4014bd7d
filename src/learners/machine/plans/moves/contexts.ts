import type { Sequence } from '../sequence.ts';

/** A control that only knows which marker came last and how many tokens ago, modulo d. */
export interface Contexts {
  readonly states: number;
  /** By class · states + state. */
  readonly next: readonly number[];
  /** Rows that the data meet. */
  readonly rows: readonly number[];
}

/** Markers are the classes whose tokens never carry a payload; a state is the last marker (or none yet) and the tokens since, modulo d. */
export function contextsOf(sequences: readonly Sequence[], classes: number, d: number): Contexts {
  const carries = new Array<boolean>(classes).fill(false);
  for (const { classes: tokens, payloads } of sequences) {
    for (const [t, token] of tokens.entries()) if ((payloads?.[t] ?? 0) !== 0) carries[token] = true;
  }
  const states = (classes + 1) * d;
  const next = Array.from({ length: classes * states }, (_, row) => {
    const [token, state] = [Math.floor(row / states), row % states];
    if (!carries[token]!) return (token + 1) * d;
    return state - (state % d) + (((state % d) + 1) % d);
  });
  const met = new Set<number>();
  for (const { classes: tokens } of sequences) {
    let state = 0;
    for (const token of tokens) {
      met.add(token * states + state);
      state = next[token * states + state]!;
    }
  }
  return { states, next, rows: [...met] };
}
