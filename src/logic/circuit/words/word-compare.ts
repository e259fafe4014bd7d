import type { CircuitBuilder } from '../graph/builder.ts';
import { requireSameWidth } from '../graph/circuit.ts';
import { type Edge, FALSE } from '../graph/edge.ts';
import type { Word } from './word-add.ts';

/** x = y */
export function equal(builder: CircuitBuilder, x: Word, y: Word): Edge {
  requireSameWidth('compare', x.length, y.length);
  return builder.andAll(x.map((edge, i) => builder.equal(edge, y[i]!)));
}

/** x < y as unsigned numbers: the highest bit that differs decides. */
export function lessThan(builder: CircuitBuilder, x: Word, y: Word): Edge {
  requireSameWidth('compare', x.length, y.length);
  return x.reduce((less, edge, i) => builder.majority(builder.not(edge), y[i]!, less), FALSE);
}

/** x < y as two's-complement numbers: unsigned order with the sign bits exchanged. */
export function lessThanSigned(builder: CircuitBuilder, x: Word, y: Word): Edge {
  requireSameWidth('compare', x.length, y.length);
  const top = x.length - 1;
  return top < 0 ? FALSE : lessThan(builder, [...x.slice(0, top), y[top]!], [...y.slice(0, top), x[top]!]);
}

/** `whenTrue` where `select` holds, else `whenFalse`. */
export function mux(builder: CircuitBuilder, select: Edge, whenTrue: Word, whenFalse: Word): Edge[] {
  requireSameWidth('choose between', whenTrue.length, whenFalse.length);
  return whenTrue.map((edge, i) => builder.mux(select, edge, whenFalse[i]!));
}

/** The larger unsigned number. */
export function max(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  return mux(builder, lessThan(builder, x, y), y, x);
}

/** The smaller unsigned number. */
export function min(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  return mux(builder, lessThan(builder, x, y), x, y);
}

/** The larger two's-complement number. */
export function maxSigned(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  return mux(builder, lessThanSigned(builder, x, y), y, x);
}

/** The smaller two's-complement number. */
export function minSigned(builder: CircuitBuilder, x: Word, y: Word): Edge[] {
  return mux(builder, lessThanSigned(builder, x, y), x, y);
}
