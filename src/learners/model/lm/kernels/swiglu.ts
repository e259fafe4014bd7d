import { type Expression, f32x4, i32, v128 } from '#logic/wasm/instructions';
import type { FunctionBody, FunctionHandle, Local, ModuleBuilder } from '#logic/wasm/module';
import { exponential, four } from './exponential.ts';
import { at, forFours, forRange } from './loops.ts';

/** σ(x) = 1 / (1 + e⁻ˣ). */
function sigmoid(f: FunctionBody, x: Expression<'v128'>): Local<'v128'> {
  const power = exponential(f, f32x4.neg(x));
  return f.local('v128', f32x4.div(four(1), f32x4.add(four(1), power)));
}

/**
 * to = g · σ(g) · u; a row of `gates` is g and then u, each `hidden` floats.
 *
 * @source Shazeer 2020, arXiv:2002.05202
 */
export function defineSwiglu(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', hidden: 'i32', gates: 'i32', to: 'i32' } as const;
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.hidden, 2));
    const g = f.local('v128');
    forRange(f, { end: p.rows }, (r) => {
      const gate = f.local('i32', at(p.gates, r, i32.shl(bytes, 1)));
      const to = f.local('i32', at(p.to, r, bytes));
      forFours(f, p.hidden, (o) => {
        f.set(g, v128.load(i32.add(gate, o)));
        const up = v128.load(i32.add(i32.add(gate, bytes), o));
        f.do(v128.store(i32.add(to, o), f32x4.mul(f32x4.mul(g, sigmoid(f, g)), up)));
      });
    });
  });
}

/** `gates` becomes its gradient: dg = d · u · σ(g) · (1 + g · (1 − σ(g))), du = d · g · σ(g). */
export function defineSwigluBackward(module: ModuleBuilder): FunctionHandle {
  const params = { rows: 'i32', hidden: 'i32', gates: 'i32', d: 'i32' } as const;
  return module.function({ params }, (f, p) => {
    const bytes = f.local('i32', i32.shl(p.hidden, 2));
    const g = f.local('v128');
    const u = f.local('v128');
    const d = f.local('v128');
    forRange(f, { end: p.rows }, (r) => {
      const gate = f.local('i32', at(p.gates, r, i32.shl(bytes, 1)));
      const from = f.local('i32', at(p.d, r, bytes));
      forFours(f, p.hidden, (o) => {
        const gateAt = i32.add(gate, o);
        const upAt = i32.add(i32.add(gate, bytes), o);
        f.set(g, v128.load(gateAt));
        f.set(u, v128.load(upAt));
        f.set(d, v128.load(i32.add(from, o)));
        const s = sigmoid(f, g);
        f.do(v128.store(upAt, f32x4.mul(d, f32x4.mul(g, s))));
        const slope = f32x4.add(four(1), f32x4.mul(g, f32x4.sub(four(1), s)));
        f.do(v128.store(gateAt, f32x4.mul(f32x4.mul(f32x4.mul(d, u), s), slope)));
      });
    });
  });
}
