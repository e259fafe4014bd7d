import { runBackward } from './backward.ts';
import { type HeadTrace, runHead } from './head.ts';
import type { Sequence } from './sequence.ts';
import type { Trace, Transformer } from './transformer.ts';

/**
 * Cuts a batch into at most `count` runs of sequences of about equal length in tokens. The cut depends on the batch alone, and gradients of
 * shards are added in order: so weights come out the same to the bit however many threads work on them.
 */
export function cutShards(sequences: readonly Sequence[], count: number): (readonly Sequence[])[] {
  const total = sequences.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const shards: Sequence[][] = [];
  let done = 0;
  for (const sequence of sequences) {
    const middle = done + sequence.tokens.length / 2;
    const index = Math.min(count - 1, Math.floor((middle * count) / total));
    const last = shards.at(-1);
    if (last === undefined || index >= shards.length) shards.push([sequence]);
    else last.push(sequence);
    done += sequence.tokens.length;
  }
  return shards;
}

/** One shard on its way: forward, then back once the slopes are known. Valid until the workspace is released. */
export class ShardRun {
  private readonly model: Transformer;
  private readonly trace: Trace;
  private readonly head: HeadTrace;

  constructor(model: Transformer, sequences: readonly Sequence[]) {
    this.model = model;
    this.trace = model.forward(sequences, true);
    this.head = runHead(model, this.trace);
  }

  /** log P of every target of the shard, in order. */
  get logProbs(): Float64Array {
    return this.head.logProbs;
  }

  /** Writes the shard's gradient, from the loss's slope by each log P. */
  backward(slopes: Float32Array, gradient: number): void {
    this.model.space.clear(gradient, this.model.table.size);
    runBackward(this.model, this.trace, this.head, { weights: slopes, gradient });
  }
}

/** Numbers per target, split up by sequence. */
export function bySequence(sequences: readonly Sequence[], flat: Float64Array): Float64Array[] {
  let done = 0;
  return sequences.map(({ tokens, from }) => {
    const part = flat.subarray(done, done + tokens.length - from);
    done += part.length;
    return part;
  });
}
