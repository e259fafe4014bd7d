import { f32, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { at, forFours, forRange, sumLanes } from './loops.ts';

/**
 * to = x · s · gain with s = 1 / √(mean x² + ε); s is kept per row for the way back.
 *
 * @source Zhang & Sennrich 2019, arXiv:1910.07467
 */
export function defineRmsNorm(module: ModuleBuilder): FunctionHandle {
  const params = {
    rows: 'i32',
    width: 'i32',
    x: 'i32',
    gain: 'i32',
    to: 'i32',
    scales: 'i32',
    epsilon: 'f32',
  } as const;
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.width, 2));
    forRange(f, { end: p.rows }, (r) => {
      const x = f.local('i32', at(p.x, r, bytes));
      const to = f.local('i32', at(p.to, r, bytes));
      const squares = f.local('v128', f32x4.splat(0));
      forFours(f, p.width, (o) => {
        const some = f.local('v128', v128.load(i32.add(x, o)));
        f.set(squares, f32x4.add(squares, f32x4.mul(some, some)));
      });
      const mean = f32.div(sumLanes(f, squares), f32.convertI32S(p.width));
      const scale = f.local('f32', f32.div(1, f32.sqrt(f32.add(mean, p.epsilon))));
      f.do(f32.store(at(p.scales, r), scale));
      const scales = f.local('v128', f32x4.splat(scale));
      forFours(f, p.width, (o) => {
        const normal = f32x4.mul(v128.load(i32.add(x, o)), scales);
        f.do(v128.store(i32.add(to, o), f32x4.mul(normal, v128.load(i32.add(p.gain, o)))));
      });
    });
  });
}

/**
 * dx += s · (dy · gain − x · s² · mean(dy · gain · x)) and dGain += dy · x · s, rows in order.
 */
export function defineRmsNormBackward(module: ModuleBuilder): FunctionHandle {
  const params = {
    rows: 'i32',
    width: 'i32',
    x: 'i32',
    gain: 'i32',
    scales: 'i32',
    dy: 'i32',
    dx: 'i32',
    dGain: 'i32',
  } as const;
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.width, 2));
    forRange(f, { end: p.rows }, (r) => {
      const x = f.local('i32', at(p.x, r, bytes));
      const dy = f.local('i32', at(p.dy, r, bytes));
      const dx = f.local('i32', at(p.dx, r, bytes));
      const scale = f.local('f32', f32.load(at(p.scales, r)));
      const products = f.local('v128', f32x4.splat(0));
      const some = f.local('v128');
      forFours(f, p.width, (o) => {
        f.set(some, f32x4.mul(v128.load(i32.add(dy, o)), v128.load(i32.add(x, o))));
        f.set(products, f32x4.add(products, f32x4.mul(some, v128.load(i32.add(p.gain, o)))));
        const to = i32.add(p.dGain, o);
        f.do(v128.store(to, f32x4.add(v128.load(to), f32x4.mul(some, f32x4.splat(scale)))));
      });
      const mean = f32.div(sumLanes(f, products), f32.convertI32S(p.width));
      const pull = f.local('v128', f32x4.splat(f32.mul(mean, f32.mul(scale, scale))));
      const scales = f.local('v128', f32x4.splat(scale));
      forFours(f, p.width, (o) => {
        f.set(some, f32x4.mul(v128.load(i32.add(dy, o)), v128.load(i32.add(p.gain, o))));
        f.set(some, f32x4.sub(some, f32x4.mul(v128.load(i32.add(x, o)), pull)));
        const to = i32.add(dx, o);
        f.do(v128.store(to, f32x4.add(v128.load(to), f32x4.mul(some, scales))));
      });
    });
  });
}
