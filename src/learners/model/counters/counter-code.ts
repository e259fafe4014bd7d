import { type Expression, f32, f64, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';
import type { PredictorLayout } from './predictor-layout.ts';

/** The logit a 32-bit counter stands for. */
export function logitOf(counter: Expression<'i32'>, layout: PredictorLayout): Expression<'f32'> {
  return f32.load(i32.and(i32.shrU(counter, 18), 0x3ffc), layout.stretch);
}

/**
 * Moves the counter at an address towards the bit, as `observe` of `adaptive-counter.ts` does.
 *
 * The product stays below 2³¹ because a counter with n = 0 is at ½; tables that begin elsewhere begin with n ≥ 2.
 */
export function emitObserve(
  body: FunctionBody,
  at: { readonly address: Expression<'i32'>; readonly offset: number },
  bit: Expression<'i32'>,
  limit: { readonly count: number; readonly layout: PredictorLayout; readonly scratch: ObserveScratch },
): void {
  const { counter, n, p } = limit.scratch;
  body.set(counter, i32.load(at.address, at.offset));
  body.set(n, i32.and(counter, 1023));
  body.set(p, i32.shrU(counter, 10));
  const target = i32.and(i32.sub(0, bit), 0x3fffff);
  const rate = i32.load(i32.shl(n, 2), limit.layout.reciprocal);
  const moved = i32.add(p, i32.shrS(i32.mul(i32.shrS(i32.sub(target, p), 3), rate), 10));
  const count = i32.add(n, i32.ltU(n, limit.count));
  body.do(i32.store(at.address, i32.or(i32.shl(moved, 10), count), at.offset));
}

/** Locals that `emitObserve` uses again and again. */
export interface ObserveScratch {
  readonly counter: Local<'i32'>;
  readonly n: Local<'i32'>;
  readonly p: Local<'i32'>;
}

/** Fresh scratch locals. */
export function observeScratch(body: FunctionBody): ObserveScratch {
  return { counter: body.local('i32'), n: body.local('i32'), p: body.local('i32') };
}

/** squash of a logit already clamped, from its table. */
export function squashOf(logit: Expression<'f32'>, layout: PredictorLayout): Expression<'f32'> {
  const cell = truncate(f32.mul(f32.add(logit, 12), 4096 / 24));
  return f32.load(i32.shl(cell, 2), layout.squash);
}

/** The logit kept inside the table's range. */
export function clampLogit(logit: Expression<'f32'>): Expression<'f32'> {
  return f32.min(f32.max(logit, -11.99), 11.99);
}

/** The whole part of a number ≥ 0. */
export function truncate(value: Expression<'f32'>): Expression<'i32'> {
  return i32.truncF64S(f64.promoteF32(value));
}
