import { Fault, once } from '#foundation/kernel';
import { ModuleBuilder } from '#logic/wasm/module';
import { compile, createMemory, instantiate } from '#logic/wasm/run';
import { type Bytes, Memory } from '../memory.ts';
import { defineAnalyze } from './analyze.ts';
import type { Kernel } from '../kernel.ts';
import { defineHeap } from './heap.ts';
import { defineLoad } from './load.ts';
import { defineMinimize } from './minimize.ts';
import { definePropagate } from './propagate.ts';
import { definePack, defineReduce } from './reduce.ts';
import { defineRewatch } from './rewatch.ts';
import { defineSearch } from './search.ts';
import { defineBacktrack } from './trail.ts';
import { defineMoveList } from './watch.ts';

const page = 65536;

/** The search as a WebAssembly module over an imported memory. @source `search/`, function by function */
export function buildKernel(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  module.importMemory('sat', 'memory', { initial: 1 });
  const heap = defineHeap(module);
  const moveList = defineMoveList(module);
  const backtrack = defineBacktrack(module, heap.insert);
  const propagate = definePropagate(module, moveList);
  const analyze = defineAnalyze(module, { bump: heap.bump, minimize: defineMinimize(module) });
  const search = defineSearch(module, { propagate, analyze, backtrack, heapPop: heap.pop, moveList });
  module.exportFunction('search', search);
  module.exportFunction('propagate', propagate);
  module.exportFunction('load', defineLoad(module));
  module.exportFunction('rewatch', defineRewatch(module, moveList));
  module.exportFunction('reduce', defineReduce(module));
  module.exportFunction('pack', definePack(module));
  return module.build();
}

const compiled = once(() => compile(buildKernel()));

/** A kernel with a memory of its own. The module is compiled once. */
export function createKernel(): Kernel {
  const memory = createMemory(1);
  const instance = instantiate(compiled(), { sat: { memory } });
  const bytes: Bytes = {
    get buffer() {
      return memory.buffer;
    },
    grow(byteLength) {
      const pages = Math.ceil((byteLength - memory.buffer.byteLength) / page);
      try {
        memory.grow(pages);
      } catch (error) {
        const message = `the search needs ${byteLength} bytes, more than a WebAssembly memory can have here`;
        throw new Fault('sat/too-large', message, { cause: error, details: { byteLength } });
      }
    },
  };
  return {
    memory: new Memory(bytes),
    search: instance.function('search'),
    propagate: instance.function('propagate'),
    load: instance.function('load'),
    rewatch: instance.function('rewatch'),
    reduce: instance.function('reduce'),
    pack: instance.function('pack'),
  };
}
