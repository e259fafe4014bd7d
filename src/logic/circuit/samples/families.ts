import { bitsFor, type Rng } from '#foundation/kernel';
import { type CircuitBuilder, createBuilder } from '../graph/builder.ts';
import type { Circuit } from '../graph/circuit.ts';
import { compose } from '../structure/compose.ts';
import type { Edge } from '../graph/edge.ts';
import { cleanup } from '../structure/graft.ts';
import { randomCircuit } from './random-circuit.ts';
import type { Word } from '../words/word-add.ts';
import { words } from '../words/words.ts';

/** A circuit for each size; what is random takes its chance from `rng`. */
export type Family = (size: number, rng: Rng) => Circuit;

/** Families of circuits for tests and benchmarks. Pairs such as adder / prefixAdder are equal functions. */
export const families = {
  adder: binary((b, x, y) => words.addExact(b, x, y)),
  prefixAdder: binary((b, x, y) => words.addPrefix(b, x, y)),
  multiplier: binary(words.multiply),
  treeMultiplier: binary(words.multiplyTree),
  karatsubaMultiplier: binary(words.multiplyKaratsuba),
  comparator: binary((b, x, y) => [words.lessThan(b, x, y), words.equal(b, x, y), words.lessThanSigned(b, x, y)]),
  maximum: binary((b, x, y) => [...words.max(b, x, y), ...words.minSigned(b, x, y)]),
  popcount: (size) => made((b) => words.popcount(b, b.inputs(size, 'x'))),
  barrelShifter: (size) => made((b) => words.rotateLeftBy(b, b.inputs(size, 'x'), b.inputs(bitsFor(size), 'by'))),
  alu,
  arbiter,
  decisionList,
  counterTwice: (size) => compose(upDownCounter(size), withEnables(upDownCounter(size))),
  incrementFourTimes: (size) => {
    const once = made((b) => words.increment(b, b.inputs(size, 'x')));
    return compose(once, compose(once, compose(once, once)));
  },
  random: (size, rng) => {
    const shape = { inputs: Math.max(4, size >> 3), outputs: Math.max(1, size >> 4), gates: size, xorShare: 0.25 };
    return randomCircuit(shape, rng);
  },
} as const satisfies Readonly<Record<string, Family>>;

function made(build: (b: CircuitBuilder) => Word): Circuit {
  const builder = createBuilder();
  return cleanup(builder.build(build(builder)));
}

function binary(build: (b: CircuitBuilder, x: Word, y: Word) => Word): Family {
  return (size) => made((b) => build(b, b.inputs(size, 'x'), b.inputs(size, 'y')));
}

/** Eight operations on two words, chosen by three bits: +, −, ∧, ∨, ⊕, <, shift, pass. */
function alu(size: number): Circuit {
  return made((b) => {
    const [code, x, y] = [b.inputs(3, 'op'), b.inputs(size, 'x'), b.inputs(size, 'y')];
    const bitwise = (gate: (p: Edge, q: Edge) => Edge): Edge[] => x.map((edge, i) => gate(edge, y[i]!));
    const results = [
      words.add(b, x, y),
      words.subtract(b, x, y),
      bitwise((p, q) => b.and(p, q)),
      bitwise((p, q) => b.or(p, q)),
      bitwise((p, q) => b.xor(p, q)),
      words.zeroExtend([words.lessThan(b, x, y)], size),
      words.shiftLeft(x, 1),
      x,
    ];
    const choose = (from: number, bit: number): Edge[] =>
      bit < 0 ? results[from]! : words.mux(b, code[bit]!, choose(from + 2 ** bit, bit - 1), choose(from, bit - 1));
    return choose(0, 2);
  });
}

/** Round robin: grants the first request at or after the one-hot position `last`, wrapping round. */
function arbiter(size: number): Circuit {
  return made((b) => {
    const [requests, last] = [b.inputs(size, 'request'), b.inputs(size, 'last')];
    let free = b.constant(false);
    const grants = new Array<Edge>(size).fill(b.constant(false));
    // Two rounds: the token starts at `last` and is kept by the first request it meets.
    for (let step = 0; step < 2 * size; step += 1) {
      const i = step % size;
      const token = step < size ? b.or(free, last[i]!) : free;
      grants[i] = b.or(grants[i]!, b.and(token, requests[i]!));
      free = b.and(token, b.not(requests[i]!));
    }
    return grants;
  });
}

/** Control logic: `size` rules, each a random conjunction over 16 state bits; the first that fires sets 8 output bits. */
function decisionList(size: number, rng: Rng): Circuit {
  return made((b) => {
    const state = b.inputs(16, 'state');
    let outputs = Array.from({ length: 8 }, () => b.constant(rng.bit() === 1));
    for (let rule = 0; rule < size; rule += 1) {
      const tested = rng.distinct(rng.int(2, 5), state.length);
      const fires = b.andAll(tested.map((i) => state[i]! ^ rng.bit()));
      outputs = outputs.map((edge) => (rng.chance(0.4) ? b.mux(fires, b.constant(rng.bit() === 1), edge) : edge));
    }
    return outputs;
  });
}

/** Inputs up, down and the count; outputs the same, with the count one up or one down modulo 2ⁿ. */
function upDownCounter(size: number): Circuit {
  return made((b) => {
    const [up, down, count] = [b.input('up'), b.input('down'), b.inputs(size, 'count')];
    const more = words.increment(b, count);
    const less = words.subtract(b, count, words.constant(size, 1));
    return words.mux(b, up, more, words.mux(b, down, less, count));
  });
}

/** Passes the first two inputs through before the outputs, so that a counter can follow a counter. */
function withEnables(counter: Circuit): Circuit {
  return {
    ...counter,
    outputs: [2, 4, ...counter.outputs],
    outputNames: [undefined, undefined, ...counter.outputNames],
  };
}
