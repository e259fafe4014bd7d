import { type Expression, f32, f32x4, i32x4 } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';

/** A vector of four equal numbers. */
export function four(value: number): Expression<'v128'> {
  return f32x4.splat(f32.const(value));
}

/**
 * eˣ of four numbers to about one unit in the last place, x held within ±87. With n = round(x / ln 2) and r = x − n ln 2 in
 * two parts, eˣ = 2ⁿ · (1 + r + r² p(r)).
 *
 * @source Moshier, Cephes: expf
 */
export function exponential(f: FunctionBody, x: Expression<'v128'>): Local<'v128'> {
  const r = f.local('v128', f32x4.min(f32x4.max(x, four(-87)), four(87)));
  const n = f.local('v128', f32x4.nearest(f32x4.mul(r, four(Math.LOG2E))));
  f.set(r, f32x4.sub(r, f32x4.mul(n, four(0.693359375))));
  f.set(r, f32x4.add(r, f32x4.mul(n, four(2.1219444e-4))));
  const p = f.local('v128', four(1.98756915e-4));
  for (const coefficient of [1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1]) {
    f.set(p, f32x4.add(f32x4.mul(p, r), four(coefficient)));
  }
  f.set(p, f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), four(1)));
  const power = i32x4.shl(i32x4.add(i32x4.truncSatF32x4S(n), i32x4.splat(127)), 23);
  f.set(p, f32x4.mul(p, power));
  return p;
}
