import type { Rng } from '#foundation/kernel';
import type { Automaton } from './automaton.ts';
import type { Sequence, SequenceShape } from './sequence.ts';

/** What is searched, and for how long. */
export interface ClimbOptions {
  readonly states: number;
  readonly restarts: number;
  readonly rng: Rng;
  /** Told the tokens that were read. */
  readonly spend: (effort: number) => void;
}

/**
 * A finite automaton whose states are its answers, and some more, by climbing: one entry of the table is changed at a time, to what leaves the
 * fewest labels wrong, until none is wrong or no change helps; then again from another table by chance. It needs neither prefixes that come again, as
 * merging does, nor few tables, as a solver does; it fails where a single right entry does not help by itself.
 *
 * @source Hingston 2001, A genetic algorithm for regular inference; Lucas & Reynolds 2005, Learning deterministic finite automata with a smart state labeling evolutionary algorithm
 */
export function climbAutomaton(
  sequences: readonly Sequence[],
  shape: SequenceShape,
  options: ClimbOptions,
): Automaton | undefined {
  const { restarts, rng } = options;
  for (let restart = 0; restart < restarts; restart += 1) {
    const climber = new Climber(sequences, shape, options.states);
    climber.begin(rng);
    const found = climber.climb(rng, options.spend);
    if (found) return climber.program();
  }
  return undefined;
}

/** Rounds over all rows in which nothing got better, after which another table is begun. */
const MOST_VAIN = 3;

class Climber {
  private readonly shape: SequenceShape;
  private readonly states: number;
  private readonly tokens: Uint8Array;
  private readonly ends: Int32Array;
  private readonly labels: Int16Array;
  private readonly next: Int32Array;
  private answers: Int32Array;

  constructor(sequences: readonly Sequence[], shape: SequenceShape, states: number) {
    this.shape = shape;
    this.states = states;
    this.tokens = Uint8Array.from(sequences.flatMap(({ classes }) => [...classes]));
    this.labels = Int16Array.from(sequences.flatMap(({ labels }) => [...labels]));
    this.ends = new Int32Array(sequences.length);
    let at = 0;
    for (const [i, { classes }] of sequences.entries()) this.ends[i] = at += classes.length;
    this.next = new Int32Array(shape.classes * states);
    this.answers = Int32Array.from({ length: states }, (_, s) => s % shape.answers);
  }

  begin(rng: Rng): void {
    for (let row = 0; row < this.next.length; row += 1) this.next[row] = rng.below(this.states);
  }

  /** Whether a table without a wrong label was reached. Changes that cost nothing are made too: rows that no label speaks for yet are not to bind. */
  climb(rng: Rng, spend: (effort: number) => void): boolean {
    let least = this.wrong();
    for (let vain = 0; vain < MOST_VAIN && least > 0; vain += 1) {
      for (const row of rng.shuffle([...this.next.keys()])) {
        let [best, ties] = [this.next[row]!, 1];
        for (let to = 0; to < this.states; to += 1) {
          if (to === best) continue;
          this.next[row] = to;
          const wrong = this.wrong(least);
          if (wrong < least) [least, best, ties, vain] = [wrong, to, 1, -1];
          else if (wrong === least && rng.below((ties += 1)) === 0) best = to;
        }
        this.next[row] = best;
        spend(this.states * this.tokens.length);
        if (least === 0) return true;
      }
    }
    return least === 0;
  }

  /** Labels that the table gets wrong; counting ends past `most`. */
  private wrong(most = Infinity): number {
    const { tokens, ends, labels, next, states, answers } = this;
    let [at, wrong] = [0, 0];
    for (let i = 0; i < ends.length && wrong <= most; i += 1) {
      let state = 0;
      for (; at < ends[i]!; at += 1) {
        state = next[tokens[at]! * states + state]!;
        const label = labels[at]!;
        if (label >= 0 && label !== answers[state]!) wrong += 1;
      }
    }
    return wrong;
  }

  program(): Automaton {
    return {
      kind: 'automaton',
      classes: this.shape.classes,
      states: this.states,
      counters: 0,
      next: [...this.next],
      moves: [],
      answers: [...this.answers],
    };
  }
}
