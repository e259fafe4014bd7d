import { f32, f32x4, f64, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { forFours, forRange } from './loops.ts';

/** to += from. */
export function defineAdd(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: { count: 'i32', to: 'i32', from: 'i32' } }, (f, p) => {
    forFours(f, p.count, (o) => {
      const to = i32.add(p.to, o);
      f.do(v128.store(to, f32x4.add(v128.load(to), v128.load(i32.add(p.from, o)))));
    });
  });
}

/** Σ x², in double precision and in order. */
export function defineSumSquares(module: ModuleBuilder): FunctionHandle {
  return module.function({ params: { count: 'i32', from: 'i32' }, result: 'f64' }, (f, p) => {
    const sum = f.local('f64');
    const x = f.local('f64');
    forRange(f, { end: p.count }, () => {
      f.set(x, f64.promoteF32(f32.load(p.from)));
      f.set(sum, f64.add(sum, f64.mul(x, x)));
      f.set(p.from, i32.add(p.from, 4));
    });
    f.result(sum);
  });
}
