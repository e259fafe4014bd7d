import { type Expression, f32, f32x4, i32, i32x4, type Operand } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';

/** Runs `inside` for i = from, from + step, … while i < end. The counter is a fresh local. */
export function forRange(
  f: FunctionBody,
  range: { readonly from?: Operand<'i32'>; readonly end: Operand<'i32'>; readonly step?: Operand<'i32'> },
  inside: (i: Local<'i32'>) => void,
): void {
  const i = f.local('i32', range.from ?? 0);
  f.while(i32.ltS(i, range.end), () => {
    inside(i);
    f.set(i, i32.add(i, range.step ?? 1));
  });
}

/** base + index · bytes. */
export function at(base: Operand<'i32'>, index: Operand<'i32'>, bytes: Operand<'i32'> = 4): Expression<'i32'> {
  return i32.add(base, i32.mul(index, bytes));
}

/** The smaller of two whole numbers. */
export function minimum(a: Expression<'i32'>, b: Operand<'i32'>, f: FunctionBody): Local<'i32'> {
  const least = f.local('i32', a);
  f.if(i32.gtS(least, b), () => f.set(least, b));
  return least;
}

/** Runs `inside` for the byte offsets of each group of four floats among `floats`, a multiple of four. */
export function forFours(f: FunctionBody, floats: Operand<'i32'>, inside: (offset: Local<'i32'>) => void): void {
  const end = f.local('i32', typeof floats === 'number' ? 4 * floats : i32.shl(floats, 2));
  forRange(f, { end, step: 16 }, inside);
}

/** The sum of the four lanes: (0 + 2) + (1 + 3). */
export function sumLanes(f: FunctionBody, vector: Expression<'v128'>): Local<'f32'> {
  const all = f.local('v128', vector);
  f.set(all, f32x4.add(all, i32x4.shuffle(all, all, [2, 3, 2, 3])));
  return f.local('f32', f32.add(f32x4.extractLane(all, 0), f32x4.extractLane(all, 1)));
}

/** The largest of the four lanes. */
export function maxLane(f: FunctionBody, vector: Expression<'v128'>): Local<'f32'> {
  const all = f.local('v128', vector);
  f.set(all, f32x4.max(all, i32x4.shuffle(all, all, [2, 3, 2, 3])));
  return f.local('f32', f32.max(f32x4.extractLane(all, 0), f32x4.extractLane(all, 1)));
}
