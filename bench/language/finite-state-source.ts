import { type Rng } from '#foundation/kernel';

/**
 * A source of text whose entropy rate is known exactly: a hidden Markov chain in which state and symbol determine the next
 * state. The states are hidden from any context of bounded length, since most symbols lead from every state.
 *
 *     h = Σ_s π(s) · H(symbols of s),    π = the stationary distribution
 */
export interface FiniteStateSource {
  readonly entropyRate: number;
  /** Symbols drawn one after the other, and the code length a reader who knows the source would need. */
  draw(length: number, rng: Rng): { readonly bytes: Uint8Array; readonly idealBits: number };
}

interface State {
  /** Chances and next states of the symbols, in the order of the alphabet. */
  readonly chances: readonly number[];
  readonly next: readonly number[];
}

const alphabet = 'abcdefghijklmnop';

/** A source of so many states, drawn from the stream: each state prefers a few symbols, and leads anywhere. */
export function createFiniteStateSource(states: number, rng: Rng): FiniteStateSource {
  const rows: readonly State[] = Array.from({ length: states }, () => {
    const weights = Array.from(alphabet, () => (rng.below(4) === 0 ? 4 + rng.below(60) : 1));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return { chances: weights.map((weight) => weight / total), next: weights.map(() => rng.below(states)) };
  });
  return {
    entropyRate: entropyRate(rows),
    draw: (length, stream) => draw(rows, length, stream),
  };
}

function entropyRate(rows: readonly State[]): number {
  let share = rows.map(() => 1 / rows.length);
  for (let round = 0; round < 2000; round += 1) {
    const after = rows.map(() => 0);
    for (const [s, { chances, next }] of rows.entries()) {
      for (const [c, chance] of chances.entries()) after[next[c]!]! += share[s]! * chance;
    }
    // Half of the old share stays, so that a periodic chain settles too.
    share = share.map((old, s) => (old + after[s]!) / 2);
  }
  return rows.reduce((sum, { chances }, s) => sum + share[s]! * entropy(chances), 0);
}

function entropy(chances: readonly number[]): number {
  return chances.reduce((sum, p) => sum - p * Math.log2(p), 0);
}

function draw(rows: readonly State[], length: number, rng: Rng): ReturnType<FiniteStateSource['draw']> {
  const bytes = new Uint8Array(length);
  let state = 0;
  let idealBits = 0;
  for (let t = 0; t < length; t += 1) {
    const { chances, next } = rows[state]!;
    let left = rng.uint32() / 2 ** 32;
    let c = 0;
    while (c < chances.length - 1 && left >= chances[c]!) {
      left -= chances[c]!;
      c += 1;
    }
    idealBits -= Math.log2(chances[c]!);
    bytes[t] = alphabet.charCodeAt(c);
    state = next[c]!;
  }
  return { bytes, idealBits };
}
