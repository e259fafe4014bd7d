import { f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { at, forFours, forRange } from './loops.ts';

/**
 * Turns each pair (xᵢ, xᵢ₊ₕ) of a head, h half its width, by the angle of its position; `sign` −1 turns back. `table` holds, per
 * position, h cosines and h sines; a row of x is `stride` bytes from the next, its heads lie one after the other.
 *
 * @source Su et al. 2021, arXiv:2104.09864, in the halves layout of published Llama weights
 */
export function defineRotary(module: ModuleBuilder): FunctionHandle {
  const params = {
    rows: 'i32',
    heads: 'i32',
    headWidth: 'i32',
    x: 'i32',
    stride: 'i32',
    positions: 'i32',
    table: 'i32',
    sign: 'f32',
  } as const;
  return module.function({ params }, (f, p) => {
    const headBytes = f.local('i32', i32.shl(p.headWidth, 2));
    const halfBytes = f.local('i32', i32.shl(p.headWidth, 1));
    const sign = f.local('v128', f32x4.splat(p.sign));
    const first = f.local('v128');
    const second = f.local('v128');
    const cosine = f.local('v128');
    const sine = f.local('v128');
    forRange(f, { end: p.rows }, (r) => {
      const angles = f.local('i32', i32.add(p.table, i32.mul(i32.load(at(p.positions, r)), headBytes)));
      forRange(f, { end: p.heads }, (h) => {
        const x = f.local('i32', i32.add(at(p.x, r, p.stride), i32.mul(h, headBytes)));
        forFours(f, i32.shrU(p.headWidth, 1), (o) => {
          const low = i32.add(x, o);
          const high = i32.add(low, halfBytes);
          f.set(first, v128.load(low));
          f.set(second, v128.load(high));
          f.set(cosine, v128.load(i32.add(angles, o)));
          f.set(sine, f32x4.mul(v128.load(i32.add(i32.add(angles, o), halfBytes)), sign));
          f.do(v128.store(low, f32x4.sub(f32x4.mul(first, cosine), f32x4.mul(second, sine))));
          f.do(v128.store(high, f32x4.add(f32x4.mul(second, cosine), f32x4.mul(first, sine))));
        });
      });
    });
  });
}
