import { type Expression, i32 } from '#logic/wasm/instructions';
import type { FunctionBody, Local } from '#logic/wasm/module';
import { emitObserve, observeScratch, type ObserveScratch } from './counter-code.ts';
import { agrees, emitReadSlot, expectedBit, matchCounter, type Slot } from './input-code.ts';
import type { KernelPlan } from './kernel-state.ts';
import { emitLearnRefinements } from './refine-code.ts';

/** The maps above the memory learn the bit: what a history means, how far a match goes. */
export function emitLearnMaps(body: FunctionBody, bit: Local<'i32'>, plan: KernelPlan): void {
  const { layout, shape, settings, state } = plan;
  const scratch = observeScratch(body);
  const cell = body.local('i32');
  for (let i = 0; i < shape.contexts.length; i += 1) {
    body.set(cell, i32.load(0, layout.historyCells + 4 * i));
    emitObserve(body, { address: cell, offset: 0 }, bit, { count: settings.historyLimit, layout, scratch });
  }
  emitLearnMatches(body, bit, scratch, plan);
  body.set(cell, i32.shl(state.partial, 2));
  emitObserve(body, { address: cell, offset: layout.orderZero }, bit, { count: settings.slotLimit, layout, scratch });
  emitLearnRefinements(body, bit, scratch, plan);
}

function emitLearnMatches(body: FunctionBody, bit: Local<'i32'>, scratch: ObserveScratch, plan: KernelPlan): void {
  const { layout, shape, settings } = plan;
  const cell = body.local('i32');
  const isRight = body.local('i32');
  for (let j = 0; j < shape.matches.length; j += 1) {
    body.if(agrees(j, plan), () => {
      body.set(cell, matchCounter(j, plan));
      body.set(isRight, i32.eq(expectedBit(j, plan), bit));
      const counter = { address: cell, offset: layout.matchCounters };
      emitObserve(body, counter, isRight, { count: settings.matchLimit, layout, scratch });
    });
  }
}

/**
 * The slots of all contexts learn the bit: p ← p + (bit − p) / (n + 1.5), and the history takes its step. Those that look at a
 * longer context come before it, so they see it as it was when the bit was predicted.
 */
export function emitLearnSlots(body: FunctionBody, bit: Local<'i32'>, plan: KernelPlan): void {
  const { layout, shape, settings } = plan;
  const slot = { word: body.local('i32'), address: body.local('i32') };
  const p = body.local('i32');
  const n = body.local('i32');
  const history = body.local('i32');
  const learn = (i: number): void => {
    emitReadSlot(body, slot, i, plan);
    body.set(p, i32.shrS(slot.word, 16));
    body.set(n, countOf(slot));
    const target = i32.sub(i32.mul(bit, 65535), 32768);
    const rate = i32.load(i32.shl(n, 2), layout.reciprocal);
    body.set(p, i32.add(p, i32.shrS(i32.mul(i32.sub(target, p), rate), 13)));
    body.set(n, i32.add(n, i32.ltU(n, settings.slotLimit)));
    body.set(history, i32.load8U(i32.add(i32.shl(i32.and(slot.word, 255), 1), bit), layout.nextHistory));
    body.do(i32.store(slot.address, i32.or(i32.or(i32.shl(p, 16), i32.shl(n, 8)), history)));
  };
  for (const [i, longer] of shape.learnsUnless.entries()) {
    if (longer < 0) {
      learn(i);
      continue;
    }
    emitReadSlot(body, slot, longer, plan);
    body.if(i32.eqz(countOf(slot)), () => learn(i));
  }
}

/** How often a slot has learned. */
function countOf({ word }: Slot): Expression<'i32'> {
  return i32.and(i32.shrU(word, 8), 255);
}
