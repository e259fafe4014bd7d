import { createBytes, Memory } from '../memory.ts';
import { load } from './load.ts';
import { propagate } from './propagate.ts';
import { pack, reduce } from './reduce.ts';
import { rewatch } from './rewatch.ts';
import { search } from './search.ts';

/**
 * A memory, and what runs on it often enough to matter. There are two: this reference, and WebAssembly in `kernel/`. Both
 * take the same steps and leave the same bytes.
 *
 * @source the functions it names
 */
export interface Kernel {
  readonly memory: Memory;
  /** Runs until there is something for the driver to do; see `Stop`. */
  search(): number;
  /** What follows from the trail; see `Propagated`. */
  propagate(): number;
  /** Loads the clauses that stand at the end of the arena from `start` on. */
  load(start: number, id: number): void;
  rewatch(): void;
  /** Marks the clauses to forget; `pack` then removes them. */
  reduce(): void;
  pack(): void;
}

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
