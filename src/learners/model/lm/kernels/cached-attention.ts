import { f32, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { exponential } from './exponential.ts';
import { at, forFours, forRange, maxLane, sumLanes } from './loops.ts';

/**
 * One query against `seen` cached keys and values: to = Σⱼ softmax(scale · q · kⱼ) vⱼ. Keys and values are `stride` bytes apart;
 * `scores` is scratch for `seen` floats rounded up to four.
 */
export function defineCachedAttention(module: ModuleBuilder): FunctionHandle {
  const params = {
    seen: 'i32',
    headWidth: 'i32',
    query: 'i32',
    keys: 'i32',
    values: 'i32',
    stride: 'i32',
    to: 'i32',
    scores: 'i32',
    scale: 'f32',
  } as const;
  return module.function({ params }, (f, p) => {
    const some = f.local('v128');
    const fours = f.local('i32', i32.and(i32.add(p.seen, 3), -4));
    const tops = f.local('v128', f32x4.splat(-1e30));
    forRange(f, { end: fours }, (j) => f.do(f32.store(at(p.scores, j), -1e30)));
    forRange(f, { end: p.seen }, (j) => {
      const key = f.local('i32', at(p.keys, j, p.stride));
      f.set(some, f32x4.splat(0));
      forFours(f, p.headWidth, (o) =>
        f.set(some, f32x4.add(some, f32x4.mul(v128.load(i32.add(p.query, o)), v128.load(i32.add(key, o))))),
      );
      f.do(f32.store(at(p.scores, j), f32.mul(sumLanes(f, some), p.scale)));
    });
    forFours(f, fours, (o) => f.set(tops, f32x4.max(tops, v128.load(i32.add(p.scores, o)))));
    const top = f.local('v128', f32x4.splat(maxLane(f, tops)));
    const sums = f.local('v128', f32x4.splat(0));
    forFours(f, fours, (o) => {
      const score = i32.add(p.scores, o);
      f.set(some, exponential(f, f32x4.sub(v128.load(score), top)));
      f.do(v128.store(score, some));
      f.set(sums, f32x4.add(sums, some));
    });
    const share = f.local('f32', f32.div(1, sumLanes(f, sums)));
    forFours(f, p.headWidth, (o) => f.do(v128.store(i32.add(p.to, o), f32x4.splat(0))));
    forRange(f, { end: p.seen }, (j) => {
      const value = f.local('i32', at(p.values, j, p.stride));
      const weight = f.local('v128', f32x4.splat(f32.mul(f32.load(at(p.scores, j)), share)));
      forFours(f, p.headWidth, (o) => {
        const to = i32.add(p.to, o);
        f.do(v128.store(to, f32x4.add(v128.load(to), f32x4.mul(weight, v128.load(i32.add(value, o))))));
      });
    });
  });
}
