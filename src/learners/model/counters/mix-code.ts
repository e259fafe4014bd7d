import { type Expression, f32, f32x4, i32, select, v128 } from '#logic/wasm/instructions';
import { type FunctionBody, type Local, setGlobal } from '#logic/wasm/module';
import { clampLogit, squashOf } from './counter-code.ts';
import { agrees, expectedBit } from './input-code.ts';
import type { KernelPlan } from './kernel-state.ts';
import { inputsOf, knownNumbers, type WeightSet } from './shape.ts';

/** The row of a set that the routing key selects at this bit. */
function rowOf(set: WeightSet, s: number, plan: KernelPlan): Expression<'i32'> {
  const { layout, shape, state } = plan;
  const key = i32.load(0, layout.setKeys + 4 * s);
  switch (set.route) {
    case 'key':
      return key;
    case 'partial':
      return i32.add(i32.shl(key, 8), state.partial);
    case 'hits':
      return i32.add(i32.shl(i32.add(i32.mul(key, knownNumbers(shape)), state.hits), 3), state.seen);
    case 'expected': {
      const length = i32.load(0, layout.matchKeys);
      const foretold = i32.add(i32.add(i32.shl(length, 1), expectedBit(0, plan)), 1);
      const row = select(agrees(0, plan), foretold, i32.const(0));
      return i32.add(i32.mul(key, 2 * shape.matchKeys + 1), row);
    }
  }
}

/**
 * Mixes the experts in the logit domain, once per set of weights, and then the sets:
 *
 *     logit_s = Σ_i w_s[key, i] · x_i,    p_s = squash(logit_s),    p = squash(Σ_s v[partial, s] · logit_s)
 */
export function emitMix(body: FunctionBody, plan: KernelPlan): void {
  const { layout, shape, state } = plan;
  const rowBytes = 4 * inputsOf(shape);
  const x = body.local('v128');
  const sets = shape.sets.map((set, s) => {
    const row = body.local('i32', i32.add(i32.mul(rowOf(set, s, plan), rowBytes), layout.sets[s]!));
    body.do(i32.store(0, row, layout.rows + 4 * s));
    return { row, sum: body.local('v128', f32x4.splat(f32.const(0))) };
  });
  for (let at = 0; at < rowBytes; at += 16) {
    body.set(x, v128.load(0, layout.inputs + at));
    for (const { row, sum } of sets) body.set(sum, f32x4.add(sum, f32x4.mul(x, v128.load(row, at))));
  }
  const logit = body.local('f32');
  for (const [s, { sum }] of sets.entries()) {
    body.set(logit, clampLogit(laneSum(sum)));
    body.do(f32.store(0, logit, layout.logits + 4 * s));
    body.do(f32.store(0, squashOf(logit, layout), layout.chances + 4 * s));
  }
  const final = finalRow(plan);
  body.set(x, f32x4.splat(f32.const(0)));
  for (let at = 0; at < 4 * shape.sets.length; at += 16) {
    body.set(x, f32x4.add(x, f32x4.mul(v128.load(0, layout.logits + at), v128.load(final, layout.finalSet + at))));
  }
  body.set(logit, clampLogit(laneSum(x)));
  body.do(setGlobal(state.finalLogit, logit));
  body.do(setGlobal(state.finalChance, squashOf(logit, layout)));
}

function finalRow({ state }: KernelPlan): Expression<'i32'> {
  return i32.shl(state.partial, 6);
}

function laneSum(x: Local<'v128'>): Expression<'f32'> {
  const pair = (a: 0 | 2, b: 1 | 3): Expression<'f32'> => f32.add(f32x4.extractLane(x, a), f32x4.extractLane(x, b));
  return f32.add(pair(0, 1), pair(2, 3));
}

/**
 * One step of mirror descent on the code length of the bit; with the Euclidean mirror map in the logit domain its
 * gradient is error times input, and each set follows its own error:
 *
 *     w_s[key, i] ← w_s[key, i] + η · (bit − p_s) · x_i
 *
 * @source Mattern 2012, Mixing strategies in data compression: logistic mixing is online gradient descent on code length
 */
export function emitDescend(body: FunctionBody, bit: Local<'f32'>, plan: KernelPlan): void {
  const { layout, shape, settings, state } = plan;
  const error = body.local('f32');
  const step = body.local('v128');
  const row = body.local('i32');
  for (let s = 0; s < shape.sets.length; s += 1) {
    body.set(error, f32.sub(bit, f32.load(0, layout.chances + 4 * s)));
    // Most bits are foretold; steps this small would not change a chance, and skipping them saves a third of the time.
    body.if(f32.gt(f32.abs(error), settings.leastError), () => {
      body.set(step, f32x4.splat(f32.mul(error, state.rate)));
      body.set(row, i32.load(0, layout.rows + 4 * s));
      for (let at = 0; at < 4 * inputsOf(shape); at += 16) {
        const moved = f32x4.add(v128.load(row, at), f32x4.mul(v128.load(0, layout.inputs + at), step));
        body.do(v128.store(row, moved, at));
      }
    });
  }
}

/** The same step for the weights between the sets. */
export function emitDescendFinal(body: FunctionBody, bit: Local<'f32'>, plan: KernelPlan): void {
  const { layout, shape, settings, state } = plan;
  const step = body.local('v128');
  const row = body.local('i32', finalRow(plan));
  body.set(step, f32x4.splat(f32.mul(f32.sub(bit, state.finalChance), settings.finalRate)));
  for (let at = 0; at < 4 * shape.sets.length; at += 16) {
    const moved = f32x4.mul(v128.load(0, layout.logits + at), step);
    body.do(v128.store(row, f32x4.add(v128.load(row, layout.finalSet + at), moved), layout.finalSet + at));
  }
}
