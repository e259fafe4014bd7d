import type { Memory } from './memory.ts';

/** Why the search returned to its driver. */
export const Stop = {
  satisfied: 1,
  refuted: 2,
  failed: 3,
  paused: 4,
  restart: 5,
  reduce: 6,
  outOfSpace: 7,
  learnt: 8,
} as const;

/** Answers of `propagate` besides the reference of a falsified clause. */
export const Propagated = { fully: 0, outOfSpace: -1 } as const;

/**
 * A memory, and what runs on it often enough to matter. It is WebAssembly; tests have a twin in TypeScript, `test/oracles/sat`, that takes the same steps
 * and leaves the same bytes.
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
