import type { CircuitBuilder, Edge } from '#logic/circuit/graph';
import { type Word, words } from '#logic/circuit/words';
import { invariant } from '#foundation/kernel';

/** How words are read as numbers: their bits, and whether the top one is a sign. */
export interface NumberFormat {
  readonly width: number;
  readonly signed: boolean;
}

/** An operation on two words: its value, and the circuit that computes it. */
export interface WordOperation {
  readonly name: string;
  value(a: number, b: number, format: NumberFormat): number;
  build(builder: CircuitBuilder, a: Word, b: Word, format: NumberFormat): readonly Edge[];
}

/** The number that the lowest bits of a value spell. Words have at most 32 bits. */
export function wrap(value: number, { width, signed }: NumberFormat): number {
  const shift = 32 - width;
  return signed ? (value << shift) >> shift : (value << shift) >>> shift;
}

function operation(
  name: string,
  value: (a: number, b: number) => number,
  build: WordOperation['build'],
): WordOperation {
  return { name, value: (a, b, format) => wrap(value(a, b), format), build };
}

/** Generic operations on two words, modulo 2ʷ; `max` and `min` by the sign of the format. None knows a task. */
export const wordOperations: readonly WordOperation[] = [
  operation('add', (a, b) => (a + b) | 0, words.add),
  operation('subtract', (a, b) => (a - b) | 0, words.subtract),
  operation(
    'subtract from',
    (a, b) => (b - a) | 0,
    (builder, a, b) => words.subtract(builder, b, a),
  ),
  operation('multiply', Math.imul, (builder, a, b) => words.multiply(builder, a, b).slice(0, a.length)),
  operation('max', Math.max, (builder, a, b, { signed }) => (signed ? words.maxSigned : words.max)(builder, a, b)),
  operation('min', Math.min, (builder, a, b, { signed }) => (signed ? words.minSigned : words.min)(builder, a, b)),
  operation(
    'and',
    (a, b) => a & b,
    (builder, a, b) => a.map((edge, i) => builder.and(edge, b[i]!)),
  ),
  operation(
    'or',
    (a, b) => a | b,
    (builder, a, b) => a.map((edge, i) => builder.or(edge, b[i]!)),
  ),
  operation(
    'xor',
    (a, b) => a ^ b,
    (builder, a, b) => a.map((edge, i) => builder.xor(edge, b[i]!)),
  ),
  operation(
    'first',
    (a) => a,
    (_, a) => [...a],
  ),
  operation(
    'second',
    (_, b) => b,
    (_, _a, b) => [...b],
  ),
];

const byName = new Map(wordOperations.map((each) => [each.name, each]));

/** The operation of a name. */
export function wordOperation(name: string): WordOperation {
  const found = byName.get(name);
  invariant(found !== undefined, `there is an operation ${name}`);
  return found;
}

/** Whether a name is that of an operation. */
export function isWordOperation(name: string): boolean {
  return byName.has(name);
}
