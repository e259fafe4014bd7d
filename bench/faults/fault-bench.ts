import type { Rng } from '#foundation/kernel';
import type { Program } from './start-pawl.ts';

/** Where faults are made. */
export type FaultGroup = 'provider' | 'store' | 'redis' | 'postgres';

/** What a matrix of faults is run with. */
export interface FaultOptions {
  readonly quick: boolean;
  readonly seed: number;
  /** Which of how many equal parts of the whole matrix, from 1; chance differs between them. */
  readonly part: { readonly index: number; readonly of: number };
  /** Only this group; all unless told. */
  readonly only?: FaultGroup | undefined;
  readonly program: Program;
  /** An empty folder of its own. */
  readonly folder: string;
  /** Where a program of the system is. */
  has(program: string): boolean;
  note(line: string): void;
}

/** What one group of faults gets. */
export interface Bench extends FaultOptions {
  readonly rng: Rng;
  /** How often a fault is made here: so often in the whole matrix, or so often for a first impression. */
  readonly times: (whole: number, quick: number) => number;
}
