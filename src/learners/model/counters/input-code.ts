import { type Expression, f32, i32, select } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';
import { logitOf } from './counter-code.ts';
import type { KernelPlan } from './kernel-state.ts';
import { inputsPerContext } from './shape.ts';

/** A slot of a bucket: 16 bits of probability (offset by ½), 8 of count, 8 of history. */
export interface Slot {
  readonly word: Local<'i32'>;
  readonly address: Local<'i32'>;
}

/** slot ← the counter of context i at this node. */
export function emitReadSlot(body: FunctionBody, slot: Slot, i: number, { layout, state }: KernelPlan): void {
  body.set(slot.address, i32.add(i32.load(0, layout.buckets + 4 * i), i32.shl(state.node, 2)));
  body.set(slot.word, i32.load(slot.address));
}

/** Four times the upper 12 bits of a slot's probability. */
function logitIndex(word: Expression<'i32'>): Expression<'i32'> {
  return i32.and(i32.shrU(i32.xor(word, -0x80000000), 18), 0x3ffc);
}

/** Inputs of all contexts: the logits of the slot's own counter, and of the counter of its history. */
export function emitContextInputs(body: FunctionBody, plan: KernelPlan): void {
  const { layout, shape } = plan;
  const slot = { word: body.local('i32'), address: body.local('i32') };
  const cell = body.local('i32');
  for (let i = 0; i < shape.contexts.length; i += 1) {
    const input = layout.inputs + 4 * inputsPerContext * i;
    emitReadSlot(body, slot, i, plan);
    body.do(f32.store(0, f32.load(logitIndex(slot.word), layout.stretch), input));
    body.set(cell, i32.add(i32.shl(i32.and(slot.word, 255), 2), layout.histories + 1024 * i));
    body.do(i32.store(0, cell, layout.historyCells + 4 * i));
    body.do(f32.store(0, logitOf(i32.load(cell), layout), input + 4));
  }
}

/** Whether expectation j still agrees with the bits seen. */
export function agrees(j: number, { layout, state }: KernelPlan): Expression<'i32'> {
  const expected = i32.load(0, layout.expected + 4 * j);
  return i32.eq(i32.shrU(expected, i32.sub(8, state.seen)), state.partial);
}

/** The next bit that expectation j foretells. */
export function expectedBit(j: number, { layout, state }: KernelPlan): Expression<'i32'> {
  return i32.and(i32.shrU(i32.load(0, layout.expected + 4 * j), i32.sub(7, state.seen)), 1);
}

/** Offset of the counter of expectation j at its length. */
export function matchCounter(j: number, { layout, shape }: KernelPlan): Expression<'i32'> {
  return i32.shl(i32.add(i32.load(0, layout.matchKeys + 4 * j), j * shape.matchKeys), 2);
}

/** Inputs of the matches, of the symbol's own bits, and the constant one. */
export function emitOtherInputs(body: FunctionBody, plan: KernelPlan): void {
  const { layout, shape, state } = plan;
  const counter = body.local('i32');
  const sign = body.local('f32');
  let input = layout.inputs + 4 * inputsPerContext * shape.contexts.length;
  for (let j = 0; j < shape.matches.length; j += 1) {
    body.set(counter, i32.load(matchCounter(j, plan), layout.matchCounters));
    const signed = select(expectedBit(j, plan), f32.const(1), f32.const(-1));
    body.set(sign, select(agrees(j, plan), signed, f32.const(0)));
    body.do(f32.store(0, f32.mul(sign, logitOf(counter, layout)), input));
    const excess = f32.sub(f32.mul(f32.convertI32S(i32.shrU(counter, 10)), 2 ** -20), 2);
    body.do(f32.store(0, f32.mul(sign, excess), input + 4));
    input += 8;
  }
  body.do(f32.store(0, logitOf(i32.load(i32.shl(state.partial, 2), layout.orderZero), layout), input));
  body.do(f32.store(0, f32.const(0.4), input + 4));
}
