import type { Sequence } from './sequence.ts';
import type { ModelShape } from './shape.ts';

/** Other threads that work on shards: forward on all, then back on all. One batch at a time. */
export interface ShardPool {
  /** log P of each shard's targets, in order. The weights are read before the promise resolves. */
  forward(
    shape: ModelShape,
    weights: Float32Array,
    shards: readonly (readonly Sequence[])[],
  ): Promise<readonly Float64Array[]>;
  /** The gradient of each shard of the last `forward`. */
  backward(slopes: readonly Float32Array[]): Promise<readonly Float32Array[]>;
}
