import { load, store } from './address.ts';
import { binary, type Expression, lift, type Operand, unary, type ValueType } from './expression.ts';

/**
 * The instructions as functions from expressions to expressions, by type. Comparisons give an i32 of 0 or 1.
 *
 * @source WebAssembly core specification 2.0, §5.4: binary format of instructions
 */
export const i32 = {
  const: (value: number): Expression<'i32'> => lift('i32', value),
  eqz: unary('i32', 'i32', 0x45),
  eq: binary('i32', 'i32', 0x46),
  ne: binary('i32', 'i32', 0x47),
  ltS: binary('i32', 'i32', 0x48),
  ltU: binary('i32', 'i32', 0x49),
  gtS: binary('i32', 'i32', 0x4a),
  gtU: binary('i32', 'i32', 0x4b),
  leS: binary('i32', 'i32', 0x4c),
  leU: binary('i32', 'i32', 0x4d),
  geS: binary('i32', 'i32', 0x4e),
  geU: binary('i32', 'i32', 0x4f),
  clz: unary('i32', 'i32', 0x67),
  ctz: unary('i32', 'i32', 0x68),
  popcnt: unary('i32', 'i32', 0x69),
  add: binary('i32', 'i32', 0x6a),
  sub: binary('i32', 'i32', 0x6b),
  mul: binary('i32', 'i32', 0x6c),
  divS: binary('i32', 'i32', 0x6d),
  divU: binary('i32', 'i32', 0x6e),
  remS: binary('i32', 'i32', 0x6f),
  remU: binary('i32', 'i32', 0x70),
  and: binary('i32', 'i32', 0x71),
  or: binary('i32', 'i32', 0x72),
  xor: binary('i32', 'i32', 0x73),
  shl: binary('i32', 'i32', 0x74),
  shrS: binary('i32', 'i32', 0x75),
  shrU: binary('i32', 'i32', 0x76),
  rotl: binary('i32', 'i32', 0x77),
  rotr: binary('i32', 'i32', 0x78),
  wrapI64: unary('i64', 'i32', 0xa7),
  truncF64S: unary('f64', 'i32', 0xaa),
  extend8S: unary('i32', 'i32', 0xc0),
  extend16S: unary('i32', 'i32', 0xc1),
  load: load('i32', 2, 0x28),
  load8S: load('i32', 0, 0x2c),
  load8U: load('i32', 0, 0x2d),
  load16S: load('i32', 1, 0x2e),
  load16U: load('i32', 1, 0x2f),
  store: store('i32', 2, 0x36),
  store8: store('i32', 0, 0x3a),
  store16: store('i32', 1, 0x3b),
} as const;

export const i64 = {
  const: (value: bigint): Expression<'i64'> => lift('i64', value),
  eqz: unary('i64', 'i32', 0x50),
  eq: binary('i64', 'i32', 0x51),
  ne: binary('i64', 'i32', 0x52),
  ltS: binary('i64', 'i32', 0x53),
  ltU: binary('i64', 'i32', 0x54),
  gtS: binary('i64', 'i32', 0x55),
  gtU: binary('i64', 'i32', 0x56),
  leS: binary('i64', 'i32', 0x57),
  leU: binary('i64', 'i32', 0x58),
  geS: binary('i64', 'i32', 0x59),
  geU: binary('i64', 'i32', 0x5a),
  clz: unary('i64', 'i64', 0x79),
  ctz: unary('i64', 'i64', 0x7a),
  popcnt: unary('i64', 'i64', 0x7b),
  add: binary('i64', 'i64', 0x7c),
  sub: binary('i64', 'i64', 0x7d),
  mul: binary('i64', 'i64', 0x7e),
  divS: binary('i64', 'i64', 0x7f),
  divU: binary('i64', 'i64', 0x80),
  remS: binary('i64', 'i64', 0x81),
  remU: binary('i64', 'i64', 0x82),
  and: binary('i64', 'i64', 0x83),
  or: binary('i64', 'i64', 0x84),
  xor: binary('i64', 'i64', 0x85),
  shl: binary('i64', 'i64', 0x86),
  shrS: binary('i64', 'i64', 0x87),
  shrU: binary('i64', 'i64', 0x88),
  rotl: binary('i64', 'i64', 0x89),
  rotr: binary('i64', 'i64', 0x8a),
  extendI32S: unary('i32', 'i64', 0xac),
  extendI32U: unary('i32', 'i64', 0xad),
  load: load('i64', 3, 0x29),
  load8U: load('i64', 0, 0x31),
  load32U: load('i64', 2, 0x35),
  store: store('i64', 3, 0x37),
  store32: store('i64', 2, 0x3e),
} as const;

export const f32 = {
  const: (value: number): Expression<'f32'> => lift('f32', value),
  lt: binary('f32', 'i32', 0x5d),
  gt: binary('f32', 'i32', 0x5e),
  abs: unary('f32', 'f32', 0x8b),
  neg: unary('f32', 'f32', 0x8c),
  sqrt: unary('f32', 'f32', 0x91),
  add: binary('f32', 'f32', 0x92),
  sub: binary('f32', 'f32', 0x93),
  mul: binary('f32', 'f32', 0x94),
  div: binary('f32', 'f32', 0x95),
  min: binary('f32', 'f32', 0x96),
  max: binary('f32', 'f32', 0x97),
  convertI32S: unary('i32', 'f32', 0xb2),
  demoteF64: unary('f64', 'f32', 0xb6),
  load: load('f32', 2, 0x2a),
  store: store('f32', 2, 0x38),
} as const;

export const f64 = {
  const: (value: number): Expression<'f64'> => lift('f64', value),
  eq: binary('f64', 'i32', 0x61),
  ne: binary('f64', 'i32', 0x62),
  lt: binary('f64', 'i32', 0x63),
  gt: binary('f64', 'i32', 0x64),
  le: binary('f64', 'i32', 0x65),
  ge: binary('f64', 'i32', 0x66),
  abs: unary('f64', 'f64', 0x99),
  neg: unary('f64', 'f64', 0x9a),
  ceil: unary('f64', 'f64', 0x9b),
  floor: unary('f64', 'f64', 0x9c),
  sqrt: unary('f64', 'f64', 0x9f),
  add: binary('f64', 'f64', 0xa0),
  sub: binary('f64', 'f64', 0xa1),
  mul: binary('f64', 'f64', 0xa2),
  div: binary('f64', 'f64', 0xa3),
  min: binary('f64', 'f64', 0xa4),
  max: binary('f64', 'f64', 0xa5),
  convertI32S: unary('i32', 'f64', 0xb7),
  convertI32U: unary('i32', 'f64', 0xb8),
  promoteF32: unary('f32', 'f64', 0xbb),
  load: load('f64', 3, 0x2b),
  store: store('f64', 3, 0x39),
} as const;

/** One of two values of a type: `a` when the condition is not 0. Both are computed. */
export function select<T extends ValueType>(
  condition: Operand<'i32'>,
  a: Expression<T>,
  b: Expression<T>,
): Expression<T> {
  return { type: a.type, code: [...a.code, ...b.code, ...lift('i32', condition).code, 0x1b] };
}

/** Copies bytes within memory 0; the places may overlap. */
export function memoryCopy(to: Operand<'i32'>, from: Operand<'i32'>, length: Operand<'i32'>): { code: number[] } {
  return {
    code: [...lift('i32', to).code, ...lift('i32', from).code, ...lift('i32', length).code, 0xfc, 10, 0, 0],
  };
}

/** Sets bytes of memory 0. */
export function memoryFill(to: Operand<'i32'>, byte: Operand<'i32'>, length: Operand<'i32'>): { code: number[] } {
  return { code: [...lift('i32', to).code, ...lift('i32', byte).code, ...lift('i32', length).code, 0xfc, 11, 0] };
}
