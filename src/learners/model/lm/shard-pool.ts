import type { Threads } from '#foundation/contracts/ports';
import { parameterTable } from './parameters.ts';
import type { Sequence } from './sequence.ts';
import type { ModelShape } from './shape.ts';
import type { ShardMessage, ShardReply } from './shard-worker.ts';

/** Other threads that work on shards: forward on all, then back on all. One batch at a time. */
export interface ShardPool {
  /** log P of each shard's targets, in order. */
  forward(
    shape: ModelShape,
    weights: Float32Array,
    shards: readonly (readonly Sequence[])[],
  ): Promise<readonly Float64Array[]>;
  /** The gradient of each shard of the last `forward`; valid until the next. */
  backward(slopes: readonly Float32Array[]): Promise<readonly Float32Array[]>;
}

/** A pool over threads that run `shardWorkerUrl`. Shard i goes to thread i mod count; weights and gradients are shared, not sent. */
export function createShardPool(threads: Threads<ShardMessage, ShardReply>): ShardPool {
  let weights = sharedFloats(0);
  let gradients: Float32Array[] = [];
  const ofThread = <T>(items: readonly T[], thread: number): T[] =>
    items.filter((_, i) => i % threads.count === thread);
  const busy = (items: readonly unknown[]): number[] =>
    Array.from({ length: Math.min(threads.count, items.length) }, (_, thread) => thread);
  return {
    async forward(shape, current, shards) {
      const { size } = parameterTable(shape);
      if (weights.length !== size) {
        weights = sharedFloats(size);
        gradients = [];
      }
      while (gradients.length < shards.length) gradients.push(sharedFloats(size));
      weights.set(current);
      const replies = await Promise.all(
        busy(shards).map((thread) =>
          threads.ask(thread, { kind: 'forward', shape, weights, shards: ofThread(shards, thread) }),
        ),
      );
      return shards.map((_, i) => replies[i % threads.count]![Math.floor(i / threads.count)]!);
    },
    async backward(slopes) {
      const used = gradients.slice(0, slopes.length);
      await Promise.all(
        busy(slopes).map((thread) =>
          threads.ask(thread, {
            kind: 'backward',
            slopes: ofThread(slopes, thread),
            gradients: ofThread(used, thread),
          }),
        ),
      );
      return used;
    },
  };
}

function sharedFloats(count: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(4 * count));
}
