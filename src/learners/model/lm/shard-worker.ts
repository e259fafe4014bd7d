import type { Sequence } from './sequence.ts';
import type { ModelShape } from './shape.ts';
import { ShardRun } from './shards.ts';
import { Transformer } from './transformer.ts';

/** What a thread is asked: forward on shards with the weights of the moment, then back on the same shards. */
export type ShardMessage =
  | {
      readonly kind: 'forward';
      readonly shape: ModelShape;
      /** Shared between threads, as are the gradients. */
      readonly weights: Float32Array;
      readonly shards: readonly (readonly Sequence[])[];
    }
  | {
      readonly kind: 'backward';
      readonly slopes: readonly Float32Array[];
      readonly gradients: readonly Float32Array[];
    };

/** log P per shard; nothing on the way back, since the gradients are shared. */
export type ShardReply = readonly Float64Array[];

/** The URL of this file, for whoever starts threads. */
export const shardWorkerUrl: string = import.meta.url;

interface Served {
  readonly key: string;
  readonly model: Transformer;
  readonly gradient: number;
}

/** What answers the messages of one thread, which serves one model at a time. @source `src/world/dispatch/thread-worker.mjs` */
export function createHandle(): (message: ShardMessage) => ShardReply {
  let current: Served | undefined;
  let runs: ShardRun[] = [];
  return (message) => {
    if (message.kind === 'forward') {
      const key = JSON.stringify(message.shape);
      current = current?.key === key ? current : serve(message.shape, key);
      const { model } = current;
      model.space.release();
      model.view.set(message.weights);
      runs = message.shards.map((shard) => new ShardRun(model, shard));
      return runs.map((run) => run.logProbs);
    }
    if (current === undefined) throw new Error('backward before forward');
    const { model, gradient } = current;
    for (const [i, run] of runs.entries()) {
      run.backward(message.slopes[i]!, gradient);
      message.gradients[i]!.set(model.space.floats.subarray(gradient / 4, gradient / 4 + model.table.size));
    }
    runs = [];
    return [];
  };
}

function serve(shape: ModelShape, key: string): Served {
  const model = new Transformer(shape);
  return { key, model, gradient: model.space.keep(model.table.size) };
}
