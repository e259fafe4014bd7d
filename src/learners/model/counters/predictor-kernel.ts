import { f32, i32, select } from '#logic/wasm/instructions';
import { callResult, type FunctionHandle, ModuleBuilder, setGlobal } from '#logic/wasm/module';
import { compile, instantiate, type WasmMemory } from '#logic/wasm/run';
import { truncate } from './counter-code.ts';
import { emitContextInputs, emitOtherInputs } from './input-code.ts';
import { type KernelPlan, kernelState } from './kernel-state.ts';
import type { PredictorLayout } from './predictor-layout.ts';
import { emitLearnMaps, emitLearnSlots } from './learn-code.ts';
import { emitLookup } from './lookup-code.ts';
import { emitDescend, emitDescendFinal, emitMix } from './mix-code.ts';
import { emitRefine } from './refine-code.ts';
import type { PredictorSettings } from './predictor-settings.ts';
import type { PredictorShape } from './shape.ts';

/** What may learn: the memory (buckets), the weights (mixers and maps), or both. */
export const learns = { nothing: 0, memory: 1, weights: 2, all: 3 } as const;

/** The inner loop of a predictor, as WebAssembly over its memory. */
export interface PredictorKernel {
  /** Begins a symbol: the router has written its words. */
  begin(learning: number, rate: number): void;
  /** The chance that the next bit is one, in 1 … 65535 of 65536. */
  predict(): number;
  /** Takes the bit in. */
  learn(bit: number, learning: number): void;
  /** Predicts and takes in all eight bits; their chances are left in `symbolChances`. */
  symbol(byte: number, learning: number): void;
}

/** Builds the kernel of one shape. */
export function startKernel(
  memory: WasmMemory,
  parts: { readonly shape: PredictorShape; readonly settings: PredictorSettings; readonly layout: PredictorLayout },
): PredictorKernel {
  const module = new ModuleBuilder();
  module.importMemory('host', 'memory', { initial: 1 });
  const plan: KernelPlan = { ...parts, state: kernelState(module) };
  const begin = defineBegin(module, plan);
  const predict = definePredict(module, plan);
  const learn = defineLearn(module, plan);
  const symbol = defineSymbol(module, plan, predict, learn);
  for (const [name, handle] of Object.entries({ begin, predict, learn, symbol })) module.exportFunction(name, handle);
  const instance = instantiate(compile(module.build()), { host: { memory } });
  return {
    begin: instance.function('begin'),
    predict: instance.function('predict'),
    learn: instance.function('learn'),
    symbol: instance.function('symbol'),
  };
}

function defineBegin(module: ModuleBuilder, plan: KernelPlan): FunctionHandle {
  const { state } = plan;
  return module.function({ params: { learning: 'i32', rate: 'f32' } }, (body, { learning, rate }) => {
    body.do(setGlobal(state.partial, 1));
    body.do(setGlobal(state.seen, 0));
    body.do(setGlobal(state.node, 1));
    body.do(setGlobal(state.rate, rate));
    emitLookup(body, i32.and(learning, learns.memory), plan);
  });
}

function definePredict(module: ModuleBuilder, plan: KernelPlan): FunctionHandle {
  return module.function({ params: {}, result: 'i32' }, (body) => {
    emitContextInputs(body, plan);
    emitOtherInputs(body, plan);
    emitMix(body, plan);
    const chance = emitRefine(body, plan);
    const whole = body.local('i32', truncate(f32.mul(chance, 65536)));
    body.set(whole, select(i32.ltS(whole, 1), i32.const(1), whole));
    body.result(select(i32.gtS(whole, 65535), i32.const(65535), whole));
  });
}

function defineLearn(module: ModuleBuilder, plan: KernelPlan): FunctionHandle {
  const { state } = plan;
  return module.function({ params: { bit: 'i32', learning: 'i32' } }, (body, { bit, learning }) => {
    body.if(i32.and(learning, learns.weights), () => {
      const target = body.local('f32', f32.convertI32S(bit));
      emitDescend(body, target, plan);
      // The few weights between the sets forget what they learned of the whole text when they follow a part of it.
      body.if(i32.and(learning, learns.memory), () => emitDescendFinal(body, target, plan));
      emitLearnMaps(body, bit, plan);
    });
    body.if(i32.and(learning, learns.memory), () => emitLearnSlots(body, bit, plan));
    body.do(setGlobal(state.partial, i32.add(i32.shl(state.partial, 1), bit)));
    body.do(setGlobal(state.node, i32.add(i32.shl(state.node, 1), bit)));
    body.do(setGlobal(state.seen, i32.add(state.seen, 1)));
    body.if(i32.eq(state.seen, 4), () => {
      body.do(setGlobal(state.node, 1));
      emitLookup(body, i32.and(learning, learns.memory), plan);
    });
  });
}

function defineSymbol(
  module: ModuleBuilder,
  plan: KernelPlan,
  predict: FunctionHandle,
  learn: FunctionHandle,
): FunctionHandle {
  return module.function({ params: { byte: 'i32', learning: 'i32' } }, (body, { byte, learning }) => {
    const k = body.local('i32', 0);
    body.loop((again) => {
      body.do(i32.store(i32.shl(k, 2), callResult('i32', predict), plan.layout.symbolChances));
      body.call(learn, i32.and(i32.shrU(byte, i32.sub(7, k)), 1), learning);
      body.set(k, i32.add(k, 1));
      body.branchIf(again, i32.ltU(k, 8));
    });
  });
}
