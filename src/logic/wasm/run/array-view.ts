import type { Effect } from '../instructions/address.ts';
import type { Expression, Operand } from '../instructions/expression.ts';
import { f64, i32 } from '../instructions/opcodes.ts';

/** An array in memory 0: `at(i)` reads, `put(i, value)` writes. */
export interface ArrayView<T extends 'i32' | 'f64'> {
  at(index: Operand<'i32'>): Expression<T>;
  put(index: Operand<'i32'>, value: Operand<T>): Effect;
}

/** The address of element `index`, each 2^shift bytes; a literal index goes into the instruction's offset. */
function place(base: Expression<'i32'>, index: Operand<'i32'>, shift: number): [Expression<'i32'>, number] {
  if (typeof index === 'number') return [base, index << shift];
  return [i32.add(base, shift === 0 ? index : i32.shl(index, shift)), 0];
}

/** 32-bit words from `base` on. */
export function wordsAt(base: Expression<'i32'>): ArrayView<'i32'> {
  return {
    at: (index) => i32.load(...place(base, index, 2)),
    put: (index, value) => {
      const [address, offset] = place(base, index, 2);
      return i32.store(address, value, offset);
    },
  };
}

/** Bytes from `base` on, read with or without sign. */
export function bytesAt(base: Expression<'i32'>, isSigned: boolean): ArrayView<'i32'> {
  return {
    at: (index) => (isSigned ? i32.load8S : i32.load8U)(...place(base, index, 0)),
    put: (index, value) => {
      const [address, offset] = place(base, index, 0);
      return i32.store8(address, value, offset);
    },
  };
}

/** 64-bit floating-point numbers from `base` on. */
export function doublesAt(base: Expression<'i32'>): ArrayView<'f64'> {
  return {
    at: (index) => f64.load(...place(base, index, 3)),
    put: (index, value) => {
      const [address, offset] = place(base, index, 3);
      return f64.store(address, value, offset);
    },
  };
}
