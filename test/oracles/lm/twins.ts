import type { KernelName } from '../../../src/learners/model/lm/kernels/kernels.ts';

/** A memory as floats and as words. */
export interface PlainMemory {
  readonly floats: Float32Array;
  readonly words: Int32Array;
}

/** Arguments as numbers, as many as the kernel has. */
// oxlint-disable-next-line typescript/no-explicit-any -- a tuple of unknown length whose members are numbers and never undefined
export type Arguments = readonly [...any[]] & readonly number[];

/** What each kernel means, in plain loops over the same memory and the same arguments: slow, and plain to see. */
export type Twins = Readonly<Record<KernelName, (memory: PlainMemory, args: Arguments) => number | void>>;
