import { f32, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';
import { emitObserve, type ObserveScratch, truncate } from './counter-code.ts';
import type { KernelPlan } from './kernel-state.ts';
import { refineCells } from './predictor-layout.ts';

/**
 * Adaptive probability maps: each refinement has, per key and bits seen, 33 counters over the logit of the mix, and gives
 * the interpolation of the two around it. The result is the mix and the mean of the refinements, in fixed shares.
 *
 * @source Mahoney 2005: adaptive probability maps (secondary symbol estimation)
 */
export function emitRefine(body: FunctionBody, plan: KernelPlan): Local<'f32'> {
  const { layout, shape, settings, state } = plan;
  const count = shape.refinements.length;
  const place = f32.mul(f32.add(f32.min(f32.max(state.finalLogit, -7.99), 7.99), 8), 2);
  const position = body.local('f32', place);
  const low = body.local('i32', truncate(position));
  const weight = body.local('f32', f32.sub(position, f32.convertI32S(low)));
  const sum = body.local('f32', 0);
  const cell = body.local('i32');
  const chance = (offset: number): ReturnType<typeof f32.mul> =>
    f32.mul(f32.convertI32S(i32.shrU(i32.load(cell, layout.refinements + offset), 10)), 2 ** -22);
  for (let j = 0; j < count; j += 1) {
    const hash = i32.mul(
      i32.add(i32.load(0, layout.refineKeys + 4 * j), i32.mul(state.partial, 0x3d4d51cb)),
      0x2c1b3c6d,
    );
    const row = i32.add(i32.shrU(hash, 32 - shape.refineBits), j << shape.refineBits);
    body.set(cell, i32.shl(i32.add(i32.mul(row, refineCells), low), 2));
    body.do(i32.store(0, cell, layout.refineCells + 8 * j));
    const between = f32.add(f32.mul(chance(0), f32.sub(1, weight)), f32.mul(chance(4), weight));
    body.set(sum, f32.add(sum, between));
  }
  const share = count === 0 ? 0 : settings.refineShare;
  const mixed = f32.add(f32.mul(state.finalChance, 1 - share), f32.mul(sum, count === 0 ? 0 : share / count));
  return body.local('f32', mixed);
}

/** Lets both counters around the logit learn the bit. */
export function emitLearnRefinements(
  body: FunctionBody,
  bit: Local<'i32'>,
  scratch: ObserveScratch,
  { layout, shape, settings }: KernelPlan,
): void {
  const cell = body.local('i32');
  for (let j = 0; j < shape.refinements.length; j += 1) {
    body.set(cell, i32.load(0, layout.refineCells + 8 * j));
    for (const side of [0, 4]) {
      const at = { address: cell, offset: layout.refinements + side };
      emitObserve(body, at, bit, { count: settings.refineLimit, layout, scratch });
    }
  }
}
