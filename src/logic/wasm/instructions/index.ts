/** Instructions, plain and SIMD. */
export type { Effect } from './address.ts';
export type { Expression, Operand } from './expression.ts';
export { f32, f64, i32, i64, memoryCopy, memoryFill, select } from './opcodes.ts';
export { f32x4, i32x4, i64x2, i8x16, v128 } from './simd.ts';
