import { f32, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { exponential } from './exponential.ts';
import { at, forFours, forRange, maxLane, sumLanes } from './loops.ts';

/**
 * Row r of `scores` becomes softmax(scale · scores[0 … first + r]), and 0 from there to the end of its `width` floats, a multiple of
 * four: a token sees itself and what came before.
 */
export function defineCausalSoftmax(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', first: 'i32', scores: 'i32', width: 'i32', scale: 'f32' } as const;
  return module.function({ params }, (f, p) => {
    const some = f.local('v128');
    forRange(f, { end: p.rows }, (r) => {
      const row = f.local('i32', i32.add(p.scores, i32.mul(r, i32.shl(p.width, 2))));
      const seen = f.local('i32', i32.add(i32.add(p.first, r), 1));
      const fours = f.local('i32', i32.and(i32.add(seen, 3), -4));
      forRange(f, { from: seen, end: fours }, (j) => f.do(f32.store(at(row, j), -1e30)));
      const tops = f.local('v128', f32x4.splat(-1e30));
      forFours(f, fours, (o) => f.set(tops, f32x4.max(tops, v128.load(i32.add(row, o)))));
      const top = f.local('v128', f32x4.splat(maxLane(f, tops)));
      const sums = f.local('v128', f32x4.splat(0));
      forFours(f, fours, (o) => {
        const shifted = f32x4.mul(f32x4.sub(v128.load(i32.add(row, o)), top), f32x4.splat(p.scale));
        f.set(some, exponential(f, shifted));
        f.do(v128.store(i32.add(row, o), some));
        f.set(sums, f32x4.add(sums, some));
      });
      const share = f.local('v128', f32x4.splat(f32.div(1, sumLanes(f, sums))));
      forFours(f, fours, (o) => f.do(v128.store(i32.add(row, o), f32x4.mul(v128.load(i32.add(row, o)), share))));
      forRange(f, { from: seen, end: p.width }, (j) => f.do(f32.store(at(row, j), 0)));
    });
  });
}

/** d becomes scale · p · (d − Σ p d) over what each row saw, and 0 beyond. */
export function defineCausalSoftmaxBackward(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', first: 'i32', shares: 'i32', d: 'i32', width: 'i32', scale: 'f32' } as const;
  return module.function({ params }, (f, p) => {
    forRange(f, { end: p.rows }, (r) => {
      const bytes = i32.mul(r, i32.shl(p.width, 2));
      const shares = f.local('i32', i32.add(p.shares, bytes));
      const d = f.local('i32', i32.add(p.d, bytes));
      const seen = f.local('i32', i32.add(i32.add(p.first, r), 1));
      const fours = f.local('i32', i32.and(i32.add(seen, 3), -4));
      forRange(f, { from: seen, end: p.width }, (j) => f.do(f32.store(at(d, j), 0)));
      const sums = f.local('v128', f32x4.splat(0));
      forFours(f, fours, (o) =>
        f.set(sums, f32x4.add(sums, f32x4.mul(v128.load(i32.add(shares, o)), v128.load(i32.add(d, o))))),
      );
      const sum = f.local('v128', f32x4.splat(sumLanes(f, sums)));
      const scale = f.local('v128', f32x4.splat(p.scale));
      forFours(f, fours, (o) => {
        const to = i32.add(d, o);
        const share = f32x4.mul(v128.load(i32.add(shares, o)), scale);
        f.do(v128.store(to, f32x4.mul(share, f32x4.sub(v128.load(to), sum))));
      });
    });
  });
}
