import { bitsFor } from '../macros/bits-for.ts';
import { findMacro } from '../macros/macros.ts';
import { type Automaton, Move, Sign, signCount, signRows } from './automaton.ts';
import { type Bit, bitsAt, type ProgramPart, type ProgramPlan } from './program-plan.ts';
import { circuitOfRows } from './table-edge.ts';

/** Values past the longest count that a counter can hold: what a proof that it never wraps takes. */
const SPARE = 6;

/** Bits of a counter for sequences up to a length. */
export function counterWidth(maxLength: number): number {
  return bitsFor(maxLength + SPARE) + 1;
}

/**
 * A control table, a counter macro for each counter, and a table of answers. A counter is a word of two's complement that
 * wraps, wide enough not to: ⌈log₂(T + 6)⌉ + 1 bits for sequences up to T.
 */
export function automatonParts(program: Automaton, maxLength: number): ProgramPlan {
  const { classes, states, counters, answers } = program;
  const rows = signRows(counters);
  const [classBits, stateBits] = [bitsFor(classes), states === 1 ? 0 : bitsFor(states)];
  const width = counterWidth(maxLength);
  const signed = Array.from({ length: counters }, (_, j) => counterBits(stateBits, j, width));
  const input = bitsAt('input', 0, classBits);
  const state = bitsAt('state', 0, stateBits);
  const signs = signed.flatMap(({ count, zero }) => [count.at(-1)!, zero]);
  const outputBits = bitsFor(Math.max(...answers) + 1);

  const rowOf = (seen: number): number | undefined => {
    const token = seen & (2 ** classBits - 1);
    const at = (seen >>> classBits) & (2 ** stateBits - 1);
    const sign = signsOf(seen >>> (classBits + stateBits), counters);
    return token >= classes || at >= states || sign === undefined ? undefined : (token * states + at) * rows + sign;
  };
  const entry = (table: readonly number[], is: (value: number) => boolean) => (seen: number) => {
    const row = rowOf(seen);
    return row !== undefined && is(table[row]!);
  };
  const control: ProgramPart = {
    id: '1-control',
    reads: [...input, ...state, ...signs],
    writes: [...state, ...signed.flatMap(({ moves }) => moves)],
    circuit: circuitOfRows(classBits + stateBits + 2 * counters, [
      ...state.map((_, b) => entry(program.next, (next) => ((next >>> b) & 1) === 1)),
      ...program.moves.flatMap((moves) =>
        [Move.up, Move.down, Move.reset].map((wanted) => entry(moves, (move) => move === wanted)),
      ),
    ]),
  };
  const counting = countingParts(signed);
  return {
    inputs: classBits,
    state: stateBits + counters * (width + 4),
    shared: 0,
    outputs: outputBits,
    ones: signed.map(({ zero }) => zero.at),
    // One state without counters leaves nothing to control.
    parts: [
      ...(control.writes.length === 0 ? [] : [control]),
      ...counting,
      answerPart(program, [...state, ...signs], outputBits),
    ],
    counts: signed.map(({ count }) => count.map(({ at }) => at)),
  };
}

/** A counter macro for each counter. */
export function countingParts(signed: readonly CounterBits[]): ProgramPart[] {
  return signed.map(({ moves, count, zero }, j): ProgramPart => {
    const width = count.length;
    return {
      id: `2-counter-${j}`,
      reads: [...moves, ...count],
      writes: [...count, zero],
      circuit: findMacro('counter').make({ width, saturates: 0 }).circuit,
      macro: `counter(${width})`,
    };
  });
}

/** The table of answers over the state and the signs after the step. */
function answerPart({ states, counters, answers }: Automaton, reads: readonly Bit[], outputBits: number): ProgramPart {
  const stateBits = reads.length - 2 * counters;
  const bit = (b: number) => (seen: number) => {
    const at = seen & (2 ** stateBits - 1);
    const sign = signsOf(seen >>> stateBits, counters);
    return at < states && sign !== undefined && ((answers[at * signRows(counters) + sign]! >>> b) & 1) === 1;
  };
  const bits = Array.from({ length: outputBits }, (_, b) => bit(b));
  return { id: '3-answer', reads, writes: bitsAt('output', 0, outputBits), circuit: circuitOfRows(reads.length, bits) };
}

/** Planes of a counter: what moves it (up, down, reset), its word, and whether it is zero. */
export interface CounterBits {
  readonly moves: readonly Bit[];
  readonly count: readonly Bit[];
  readonly zero: Bit;
}

/** Planes of counter j, after the state. */
export function counterBits(stateBits: number, j: number, width: number): CounterBits {
  const first = stateBits + j * (width + 4);
  return {
    moves: bitsAt('state', first, 3),
    count: bitsAt('state', first + 3, width),
    zero: { region: 'state', at: first + 3 + width },
  };
}

/** The signs that pairs of (top bit, zero) spell; none when a counter would be negative and zero. */
export function signsOf(pairs: number, counters: number): number | undefined {
  let signs = 0;
  for (let j = counters - 1; j >= 0; j -= 1) {
    const pair = (pairs >>> (2 * j)) & 3;
    if (pair === 3) return undefined;
    signs = signs * signCount + (pair === 2 ? Sign.zero : pair === 1 ? Sign.below : Sign.above);
  }
  return signs;
}
