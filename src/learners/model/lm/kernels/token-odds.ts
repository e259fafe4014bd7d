import { f32, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { exponential } from './exponential.ts';
import { at, forFours, forRange, maxLane, sumLanes } from './loops.ts';

/**
 * Per row of logits with its target t and m = max: shifted = logitₜ − m, total = Σ exp(logit − m); the logits become those
 * exponentials. So log P(t) = shifted − ln total.
 */
export function defineTokenOdds(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', vocab: 'i32', logits: 'i32', targets: 'i32', shifted: 'i32', totals: 'i32' } as const;
  return module.function({ params }, (f, p) => {
    const some = f.local('v128');
    forRange(f, { end: p.rows }, (r) => {
      const row = f.local('i32', i32.add(p.logits, i32.mul(r, i32.shl(p.vocab, 2))));
      const tops = f.local('v128', f32x4.splat(-1e30));
      forFours(f, p.vocab, (o) => f.set(tops, f32x4.max(tops, v128.load(i32.add(row, o)))));
      const top = maxLane(f, tops);
      const target = f32.load(at(row, i32.load(at(p.targets, r))));
      f.do(f32.store(at(p.shifted, r), f32.sub(target, top)));
      const sums = f.local('v128', f32x4.splat(0));
      forFours(f, p.vocab, (o) => {
        f.set(some, exponential(f, f32x4.sub(v128.load(i32.add(row, o)), f32x4.splat(top))));
        f.do(v128.store(i32.add(row, o), some));
        f.set(sums, f32x4.add(sums, some));
      });
      f.do(f32.store(at(p.totals, r), sumLanes(f, sums)));
    });
  });
}

/** With w = dL / d log P(t): the exponentials become dL / d logit = w · ([j = t] − exponential / total). */
export function defineTokenOddsBackward(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', vocab: 'i32', logits: 'i32', targets: 'i32', weights: 'i32', totals: 'i32' } as const;
  return module.function({ params }, (f, p) => {
    forRange(f, { end: p.rows }, (r) => {
      const row = f.local('i32', i32.add(p.logits, i32.mul(r, i32.shl(p.vocab, 2))));
      const weight = f.local('f32', f32.load(at(p.weights, r)));
      const factor = f32.neg(f32.div(weight, f32.load(at(p.totals, r))));
      const factors = f.local('v128', f32x4.splat(factor));
      forFours(f, p.vocab, (o) => f.do(v128.store(i32.add(row, o), f32x4.mul(v128.load(i32.add(row, o)), factors))));
      const target = f.local('i32', at(row, i32.load(at(p.targets, r))));
      f.do(f32.store(target, f32.add(f32.load(target), weight)));
    });
  });
}
