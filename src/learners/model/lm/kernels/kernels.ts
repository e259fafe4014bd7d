import { once } from '#foundation/kernel';
import { type FunctionHandle, ModuleBuilder } from '#logic/wasm/module';
import { compile, instantiate, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import { defineAdamw } from './adamw.ts';
import { defineCachedAttention } from './cached-attention.ts';
import { defineCausalSoftmax, defineCausalSoftmaxBackward } from './causal-softmax.ts';
import { defineEmbed, defineEmbedBackward } from './embed.ts';
import { defineMultiply } from './multiply.ts';
import { definePackQuad, definePackRight } from './pack.ts';
import { defineRmsNorm, defineRmsNormBackward } from './rms-norm.ts';
import { defineRotary } from './rotary.ts';
import { defineSwiglu, defineSwigluBackward } from './swiglu.ts';
import { defineTokenOdds, defineTokenOddsBackward } from './token-odds.ts';
import { defineAdd, defineSumSquares } from './vector.ts';

/** The kernels by name; arguments are counts, byte addresses and numbers, in the order of each definition. */
export type KernelName =
  | 'packRight'
  | 'multiply'
  | 'embed'
  | 'embedBackward'
  | 'rmsNorm'
  | 'rmsNormBackward'
  | 'rotary'
  | 'causalSoftmax'
  | 'causalSoftmaxBackward'
  | 'swiglu'
  | 'swigluBackward'
  | 'tokenOdds'
  | 'tokenOddsBackward'
  | 'cachedAttention'
  | 'adamw'
  | 'add'
  | 'sumSquares';

export type Kernels = Readonly<Record<KernelName, WasmFunction>>;

function definitions(module: ModuleBuilder): Readonly<Record<KernelName, FunctionHandle>> {
  const packQuad = definePackQuad(module);
  return {
    packRight: definePackRight(module, packQuad),
    multiply: defineMultiply(module, packQuad),
    embed: defineEmbed(module),
    embedBackward: defineEmbedBackward(module),
    rmsNorm: defineRmsNorm(module),
    rmsNormBackward: defineRmsNormBackward(module),
    rotary: defineRotary(module),
    causalSoftmax: defineCausalSoftmax(module),
    causalSoftmaxBackward: defineCausalSoftmaxBackward(module),
    swiglu: defineSwiglu(module),
    swigluBackward: defineSwigluBackward(module),
    tokenOdds: defineTokenOdds(module),
    tokenOddsBackward: defineTokenOddsBackward(module),
    cachedAttention: defineCachedAttention(module),
    adamw: defineAdamw(module),
    add: defineAdd(module),
    sumSquares: defineSumSquares(module),
  };
}

/** All kernels as one WebAssembly module over an imported memory. */
function buildKernels(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  module.importMemory('lm', 'memory', { initial: 1 });
  for (const [name, handle] of Object.entries(definitions(module))) module.exportFunction(name, handle);
  return module.build();
}

const compiled = once(() => compile(buildKernels()));

/** The kernels over a memory. The module is compiled once. */
export function createKernels(memory: WasmMemory): Kernels {
  const instance = instantiate(compiled(), { lm: { memory } });
  const kernel = (name: KernelName): WasmFunction => instance.function(name);
  return {
    packRight: kernel('packRight'),
    multiply: kernel('multiply'),
    embed: kernel('embed'),
    embedBackward: kernel('embedBackward'),
    rmsNorm: kernel('rmsNorm'),
    rmsNormBackward: kernel('rmsNormBackward'),
    rotary: kernel('rotary'),
    causalSoftmax: kernel('causalSoftmax'),
    causalSoftmaxBackward: kernel('causalSoftmaxBackward'),
    swiglu: kernel('swiglu'),
    swigluBackward: kernel('swigluBackward'),
    tokenOdds: kernel('tokenOdds'),
    tokenOddsBackward: kernel('tokenOddsBackward'),
    cachedAttention: kernel('cachedAttention'),
    adamw: kernel('adamw'),
    add: kernel('add'),
    sumSquares: kernel('sumSquares'),
  };
}
