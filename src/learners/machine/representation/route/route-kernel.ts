import { remember } from '#foundation/kernel';
import { ModuleBuilder } from '#logic/wasm/module';
import { compile, instantiate, type WasmFunction, type WasmMemory } from '#logic/wasm/run';
import { defineFarthest } from './kernel-code.ts';
import { defineLink, defineReplace } from './kernel-link.ts';
import { defineOffer } from './kernel-offer.ts';
import { defineProbe } from './kernel-probe.ts';
import { defineScan } from './kernel-scan.ts';
import { defineSearch } from './kernel-search.ts';
import { defineTouch } from './kernel-touch.ts';

/** The compiled part of ROUTE, for codes of one length. */
export interface RouteKernel {
  /** `search(partition, radius)` fills the list; gives the distance within which nothing was overlooked. */
  readonly search: WasmFunction;
  /** `link(partition, from, to)` enters numbers into the tables. */
  readonly link: WasmFunction;
  /** `replace(partition, number, by)` takes a number out of the tables, or gives its place to another. */
  readonly replace: WasmFunction;
}

/** The module for codes of `words` 64-bit words. */
function buildRouteKernel(words: number): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  module.importMemory('route', 'memory', { initial: 1 });
  const offer = defineOffer(module);
  const farthest = defineFarthest(module, words);
  const scan = defineScan(module, words, offer);
  const probe = defineProbe(module, words, offer);
  module.exportFunction('search', defineSearch(module, { farthest, scan, touch: defineTouch(module, words), probe }));
  module.exportFunction('link', defineLink(module, words));
  module.exportFunction('replace', defineReplace(module, words));
  return module.build();
}

const compiledFor = remember(
  (words: number) => words,
  (words: number) => compile(buildRouteKernel(words)),
);

/** The kernel for codes of `words` 64-bit words over a memory. A module is compiled once for each length. */
export function createRouteKernel(words: number, memory: WasmMemory): RouteKernel {
  const instance = instantiate(compiledFor(words), { route: { memory } });
  return {
    search: instance.function('search'),
    link: instance.function('link'),
    replace: instance.function('replace'),
  };
}
