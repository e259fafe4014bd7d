import { load, store } from './address.ts';
import { binary, type Expression, lift, type Operand, unary } from './expression.ts';
import { unsigned } from './leb128.ts';

const op = (code: number): [number, ...number[]] => [0xfd, ...unsigned(code)];

/**
 * Instructions on 128-bit vectors. `bitselect(a, b, mask)` takes bits of a where the mask is 1.
 *
 * @source WebAssembly core specification 2.0, §5.4.8: vector instructions
 */
export const v128 = {
  const: (bytes: Uint8Array): Expression<'v128'> => ({ type: 'v128', code: [...op(0x0c), ...bytes] }),
  load: load('v128', 4, ...op(0x00)),
  store: store('v128', 4, ...op(0x0b)),
  /** The vector with byte `lane` replaced by the one at address + offset. */
  load8Lane: (address: Operand<'i32'>, vector: Expression<'v128'>, lane: number, offset = 0): Expression<'v128'> => ({
    type: 'v128',
    code: [...lift('i32', address).code, ...vector.code, ...op(0x54), 0, ...unsigned(offset), lane],
  }),
  load8Splat: load('v128', 0, ...op(0x07)),
  load32Splat: load('v128', 2, ...op(0x09)),
  load64Splat: load('v128', 3, ...op(0x0a)),
  not: unary('v128', 'v128', ...op(0x4d)),
  and: binary('v128', 'v128', ...op(0x4e)),
  andnot: binary('v128', 'v128', ...op(0x4f)),
  or: binary('v128', 'v128', ...op(0x50)),
  xor: binary('v128', 'v128', ...op(0x51)),
  bitselect: (a: Expression<'v128'>, b: Expression<'v128'>, mask: Expression<'v128'>): Expression<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...b.code, ...mask.code, ...op(0x52)],
  }),
  anyTrue: unary('v128', 'i32', ...op(0x53)),
} as const;

/** The 16 bytes that `lanes` names, 0 to 15 of a and 16 to 31 of b. */
function shuffle(a: Expression<'v128'>, b: Expression<'v128'>, lanes: readonly number[]): Expression<'v128'> {
  return { type: 'v128', code: [...a.code, ...b.code, ...op(0x0d), ...lanes] };
}

type FourLanes = readonly [number, number, number, number];

export const i8x16 = {
  splat: unary('i32', 'v128', ...op(0x0f)),
  swizzle: binary('v128', 'v128', ...op(0x0e)),
  eq: binary('v128', 'v128', ...op(0x23)),
  add: binary('v128', 'v128', ...op(0x6e)),
  sub: binary('v128', 'v128', ...op(0x71)),
  popcnt: unary('v128', 'v128', ...op(0x62)),
  allTrue: unary('v128', 'i32', ...op(0x63)),
  bitmask: unary('v128', 'i32', ...op(0x64)),
} as const;

export const i32x4 = {
  splat: unary('i32', 'v128', ...op(0x11)),
  extractLane: (a: Expression<'v128'>, lane: 0 | 1 | 2 | 3): Expression<'i32'> => ({
    type: 'i32',
    code: [...a.code, ...op(0x1b), lane],
  }),
  replaceLane: (a: Expression<'v128'>, lane: 0 | 1 | 2 | 3, value: Operand<'i32'>): Expression<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...lift('i32', value).code, ...op(0x1c), lane],
  }),
  eq: binary('v128', 'v128', ...op(0x37)),
  /** The four words that `lanes` names, 0 to 3 of a and 4 to 7 of b. */
  shuffle: (a: Expression<'v128'>, b: Expression<'v128'>, lanes: FourLanes): Expression<'v128'> =>
    shuffle(
      a,
      b,
      lanes.flatMap((lane) => [4 * lane, 4 * lane + 1, 4 * lane + 2, 4 * lane + 3]),
    ),
  shl: (a: Expression<'v128'>, bits: Operand<'i32'>): Expression<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...lift('i32', bits).code, ...op(0xab)],
  }),
  /** Rounds towards zero; what does not fit takes the nearest end, NaN is 0. */
  truncSatF32x4S: unary('v128', 'v128', ...op(0xf8)),
  add: binary('v128', 'v128', ...op(0xae)),
  sub: binary('v128', 'v128', ...op(0xb1)),
  mul: binary('v128', 'v128', ...op(0xb5)),
  extaddPairwiseI16x8U: unary('v128', 'v128', ...op(0x7f)),
  allTrue: unary('v128', 'i32', ...op(0xa3)),
  bitmask: unary('v128', 'i32', ...op(0xa4)),
} as const;

export const i64x2 = {
  splat: unary('i64', 'v128', ...op(0x12)),
  extractLane: (a: Expression<'v128'>, lane: 0 | 1): Expression<'i64'> => ({
    type: 'i64',
    code: [...a.code, ...op(0x1d), lane],
  }),
  add: binary('v128', 'v128', ...op(0xce)),
  shl: (a: Expression<'v128'>, bits: Operand<'i32'>): Expression<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...lift('i32', bits).code, ...op(0xcb)],
  }),
  shrU: (a: Expression<'v128'>, bits: Operand<'i32'>): Expression<'v128'> => ({
    type: 'v128',
    code: [...a.code, ...lift('i32', bits).code, ...op(0xcd)],
  }),
} as const;

export const f32x4 = {
  splat: unary('f32', 'v128', ...op(0x13)),
  extractLane: (a: Expression<'v128'>, lane: 0 | 1 | 2 | 3): Expression<'f32'> => ({
    type: 'f32',
    code: [...a.code, ...op(0x1f), lane],
  }),
  add: binary('v128', 'v128', ...op(0xe4)),
  sub: binary('v128', 'v128', ...op(0xe5)),
  mul: binary('v128', 'v128', ...op(0xe6)),
  div: binary('v128', 'v128', ...op(0xe7)),
  sqrt: unary('v128', 'v128', ...op(0xe3)),
  min: binary('v128', 'v128', ...op(0xe8)),
  max: binary('v128', 'v128', ...op(0xe9)),
  neg: unary('v128', 'v128', ...op(0xe1)),
  /** The nearest whole number, ties to even. */
  nearest: unary('v128', 'v128', ...op(0x6a)),
} as const;
