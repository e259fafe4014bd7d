import { createBytes, Memory } from '../../../src/logic/sat/memory.ts';
import type { Kernel } from '../../../src/logic/sat/kernel.ts';
import { load } from './load.ts';
import { propagate } from './propagate.ts';
import { pack, reduce } from './reduce.ts';
import { rewatch } from './rewatch.ts';
import { search } from './search.ts';

/** The reference kernel, with its memory in the JavaScript heap. */
export function createReference(): Kernel {
  const memory = new Memory(createBytes());
  return {
    memory,
    search: () => search(memory),
    propagate: () => propagate(memory),
    load: (start, id) => load(memory, start, id),
    rewatch: () => rewatch(memory),
    reduce: () => reduce(memory),
    pack: () => pack(memory),
  };
}
