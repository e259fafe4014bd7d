import { f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { forFours } from './loops.ts';
import { four } from './exponential.ts';

/**
 * With g the gradient times `clip`: m = β₁ m + (1 − β₁) g, v = β₂ v + (1 − β₂) g², w −= rate · (m c₁ / (√(v c₂) + ε) + decay · w), where
 * c = 1 / (1 − βᵗ) takes out the bias of the start.
 *
 * @source Loshchilov & Hutter 2019, arXiv:1711.05101
 */
export function defineAdamw(module: ModuleBuilder): FunctionHandle {
  const params = {
    count: 'i32',
    weights: 'i32',
    gradient: 'i32',
    means: 'i32',
    squares: 'i32',
    rate: 'f32',
    decay: 'f32',
    beta1: 'f32',
    beta2: 'f32',
    correction1: 'f32',
    correction2: 'f32',
    epsilon: 'f32',
    clip: 'f32',
  } as const;
  return module.function({ params }, (f, p) => {
    const g = f.local('v128');
    const m = f.local('v128');
    const v = f.local('v128');
    const w = f.local('v128');
    const [rate, decay, beta1, beta2, correction1, correction2, epsilon, clip] = (
      ['rate', 'decay', 'beta1', 'beta2', 'correction1', 'correction2', 'epsilon', 'clip'] as const
    ).map((name) => f32x4.splat(p[name]));
    if (!rate || !decay || !beta1 || !beta2 || !correction1 || !correction2 || !epsilon || !clip) return;
    forFours(f, p.count, (o) => {
      f.set(g, f32x4.mul(v128.load(i32.add(p.gradient, o)), clip));
      f.set(m, f32x4.mul(v128.load(i32.add(p.means, o)), beta1));
      f.set(m, f32x4.add(m, f32x4.mul(g, f32x4.sub(four(1), beta1))));
      f.set(v, f32x4.mul(v128.load(i32.add(p.squares, o)), beta2));
      f.set(v, f32x4.add(v, f32x4.mul(f32x4.mul(g, g), f32x4.sub(four(1), beta2))));
      f.do(v128.store(i32.add(p.means, o), m));
      f.do(v128.store(i32.add(p.squares, o), v));
      f.set(w, v128.load(i32.add(p.weights, o)));
      const step = f32x4.div(f32x4.mul(m, correction1), f32x4.add(f32x4.sqrt(f32x4.mul(v, correction2)), epsilon));
      f.set(g, f32x4.add(step, f32x4.mul(w, decay)));
      f.do(v128.store(i32.add(p.weights, o), f32x4.sub(w, f32x4.mul(g, rate))));
    });
  });
}
