import { planesFor } from '../representation/macros/planes-for.ts';
import { findMacro } from '../representation/macros/macros.ts';
import { type Automaton, Move, seenRows, Sign, signCount, signRows, StackMove } from './automaton.ts';
import { type Bit, bitsAt, type ProgramPart, type ProgramPlan } from './programs/program-plan.ts';
import { type StackBits, stackBits, stackPart, topOf } from './stack-part.ts';
import { circuitOfRows } from './table-edge.ts';

/** Values past the longest count that a counter can hold: what a proof that it never wraps takes. */
const SPARE = 6;

/** Bits of a counter for sequences up to a length. */
export function counterWidth(maxLength: number): number {
  return planesFor(maxLength + SPARE) + 1;
}

/** The most words that a stack may be made of. */
const MOST_WORDS = findMacro('stack').knobs['depth']!.high;

/**
 * A control table, a macro for each counter and for the stack, and a table of answers. A counter is a word of two's complement that
 * wraps, wide enough not to: ⌈log₂(T + 6)⌉ + 1 bits for sequences up to T. A stack has as many words as there may be tokens, or as
 * it is given, up to 256: beyond, a push does nothing and is remembered.
 */
export function automatonParts(program: Automaton, maxLength: number, stackWords = maxLength): ProgramPlan {
  const { classes, states, counters, answers, symbols = 0 } = program;
  const [classBits, stateBits] = [planesFor(classes), states === 1 ? 0 : planesFor(states)];
  const width = counterWidth(maxLength);
  const signed = Array.from({ length: counters }, (_, j) => counterBits(stateBits, j, width));
  const first = stateBits + counters * (width + 4);
  const stack = symbols === 0 ? undefined : stackBits(first, symbols, Math.min(stackWords, MOST_WORDS));
  const planes: AutomatonPlanes = {
    input: bitsAt('input', 0, classBits),
    state: bitsAt('state', 0, stateBits),
    memory: [...signed.flatMap(({ count, zero }) => [count.at(-1)!, zero]), ...(stack?.seen ?? [])],
    signed,
    stack,
  };
  const control = controlPart(program, planes);
  const outputBits = planesFor(Math.max(...answers) + 1);
  return {
    inputs: classBits,
    state: first + (stack?.size ?? 0),
    shared: stack?.cells.length ?? 0,
    outputs: outputBits,
    ones: [...signed.map(({ zero }) => zero.at), ...(stack === undefined ? [] : [stack.plan.empty])],
    // One state without counters leaves nothing to control.
    parts: [
      ...(control.writes.length === 0 ? [] : [control]),
      ...countingParts(signed),
      ...(stack === undefined ? [] : [stackPart(stack)]),
      answerPart(program, planes, outputBits),
    ],
    counts: signed.map(({ count }) => count.map(({ at }) => at)),
    ...(stack && { stack: stack.plan }),
  };
}

interface AutomatonPlanes {
  readonly input: readonly Bit[];
  readonly state: readonly Bit[];
  /** What is seen of the memory: a sign and a zero for each counter, then the stack. */
  readonly memory: readonly Bit[];
  readonly signed: readonly CounterBits[];
  readonly stack: StackBits | undefined;
}

/** What the planes of the memory spell, as part of a row; none for what cannot be. */
function seenOf(spelt: number, { counters, symbols = 0 }: Automaton): number | undefined {
  const signs = signsOf(spelt & (4 ** counters - 1), counters);
  const top = symbols === 0 ? 0 : topOf(spelt >>> (2 * counters), symbols);
  return signs === undefined || top === undefined ? undefined : signs + signRows(counters) * top;
}

/** The table of next states and moves over token, state and memory. */
function controlPart(program: Automaton, { input, state, memory, signed, stack }: AutomatonPlanes): ProgramPart {
  const { classes, states, counters, symbols, stack: stackMoves = [] } = program;
  const entry = (table: readonly number[], is: (value: number) => boolean) => (spelt: number) => {
    const token = spelt & (2 ** input.length - 1);
    const at = (spelt >>> input.length) & (2 ** state.length - 1);
    const seen = seenOf(spelt >>> (input.length + state.length), program);
    if (token >= classes || at >= states || seen === undefined) return false;
    return is(table[(token * states + at) * seenRows(counters, symbols) + seen]!);
  };
  const stackLines = (stack?.moves ?? []).map((_, line) => (move: number) => {
    if (line === 0) return move >= StackMove.push;
    if (line === 1) return move === StackMove.pop;
    return move >= StackMove.push && (((move - StackMove.push) >>> (line - 2)) & 1) === 1;
  });
  return {
    id: '1-control',
    reads: [...input, ...state, ...memory],
    writes: [...state, ...signed.flatMap(({ moves }) => moves), ...(stack?.moves ?? [])],
    circuit: circuitOfRows(input.length + state.length + memory.length, [
      ...state.map((_, b) => entry(program.next, (next) => ((next >>> b) & 1) === 1)),
      ...program.moves.flatMap((moves) =>
        [Move.up, Move.down, Move.reset].map((wanted) => entry(moves, (move) => move === wanted)),
      ),
      ...stackLines.map((is) => entry(stackMoves, is)),
    ]),
  };
}

/** The table of answers over state and memory after the step. */
function answerPart(program: Automaton, { state, memory }: AutomatonPlanes, outputBits: number): ProgramPart {
  const { states, counters, symbols, answers } = program;
  const bit = (b: number) => (spelt: number) => {
    const at = spelt & (2 ** state.length - 1);
    const seen = seenOf(spelt >>> state.length, program);
    if (at >= states || seen === undefined) return false;
    return ((answers[at * seenRows(counters, symbols) + seen]! >>> b) & 1) === 1;
  };
  const bits = Array.from({ length: outputBits }, (_, b) => bit(b));
  return {
    id: '3-answer',
    reads: [...state, ...memory],
    writes: bitsAt('output', 0, outputBits),
    circuit: circuitOfRows(state.length + memory.length, bits),
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
