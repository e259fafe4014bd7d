import { signed } from './leb128.ts';

/** The types of WebAssembly values that the assembler speaks. */
export type ValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

/** The byte that names a type. @source WebAssembly core specification 2.0, §5.3.1 */
export const typeCode: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b };

/** Code that leaves one value of type T on the stack. */
export interface Expression<T extends ValueType = ValueType> {
  readonly type: T;
  readonly code: readonly number[];
}

/** What an operation takes: an expression, or a literal number where the type has one. */
export type Operand<T extends ValueType> =
  | Expression<T>
  | (T extends 'i64' ? bigint : T extends 'i32' | 'f32' | 'f64' ? number : never);

/** The expression of an operand. */
export function lift<T extends ValueType>(type: T, operand: Operand<T>): Expression<T> {
  if (typeof operand === 'object') return operand;
  return { type, code: constantCode(type, operand) };
}

/** The instruction that pushes a literal number. */
export function constantCode(type: ValueType, value: number | bigint): number[] {
  switch (type) {
    case 'i32':
      return [0x41, ...signed(BigInt.asIntN(32, BigInt(value)))];
    case 'i64':
      return [0x42, ...signed(BigInt.asIntN(64, BigInt(value)))];
    case 'f32':
      return [0x43, ...new Uint8Array(Float32Array.of(Number(value)).buffer)];
    case 'f64':
      return [0x44, ...new Uint8Array(Float64Array.of(Number(value)).buffer)];
    case 'v128':
      break;
  }
  throw new TypeError('a v128 has no literal number');
}

/** An operation of one operand. */
export function unary<A extends ValueType, R extends ValueType>(
  operand: A,
  result: R,
  ...opcode: readonly number[]
): (a: Operand<A>) => Expression<R> {
  return (a) => ({ type: result, code: [...lift(operand, a).code, ...opcode] });
}

/** An operation of two operands of one type. */
export function binary<A extends ValueType, R extends ValueType>(
  operand: A,
  result: R,
  ...opcode: readonly number[]
): (a: Operand<A>, b: Operand<A>) => Expression<R> {
  return (a, b) => ({ type: result, code: [...lift(operand, a).code, ...lift(operand, b).code, ...opcode] });
}
