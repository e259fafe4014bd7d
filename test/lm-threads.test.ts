import { afterAll, describe, expect, it } from 'vitest';
import { createThreads } from '#world/dispatch';
import { createRng } from '#foundation/kernel';
import {
  createModel,
  createShardPool,
  type Objective,
  type ShardMessage,
  type ShardReply,
  shardWorkerUrl,
  Trainer,
} from '#learners/model/lm';
import { saveCheckpoint } from '#learners/model/lm/files';
import { dpo, supervised } from '#learners/model/lm/losses';

const two = createThreads<ShardMessage, ShardReply>(shardWorkerUrl, 2);
afterAll(() => two.end());

/** Batches of ragged sequences and of pairs, whose loss crosses shards. */
function* objectives(): Generator<Objective> {
  const rng = createRng('test/lm-threads');
  const draw = (): { tokens: number[]; from: number } => ({
    tokens: Array.from({ length: 2 + rng.below(20) }, () => rng.below(20)),
    from: 1,
  });
  for (let i = 0; i < 4; i += 1) {
    yield supervised(Array.from({ length: 1 + 3 * i }, draw));
    yield dpo([0, 1, 2].map(() => ({ chosen: draw(), rejected: draw(), reference: { chosen: -20, rejected: -21 } })));
  }
}

describe('threads of the language model', () => {
  it.each([2, 3, 5])('leave the same bytes of weights as one thread, with %i shards', async (shards) => {
    const start = createModel({ vocab: 20, context: 24, layers: 2, width: 32, heads: 2 }, createRng('test/lm-threads'));
    const [alone, together] = [0, 1].map(() => new Trainer(start.clone(), { shards }));
    const pool = createShardPool(two);
    for (const objective of objectives()) {
      expect(await together!.trainWith(pool, objective)).toEqual(alone!.train(objective));
    }
    const bytes = (trainer: Trainer): Uint8Array => saveCheckpoint(trainer.model, { trainer: trainer.state() });
    expect(Buffer.compare(bytes(together!), bytes(alone!))).toBe(0);
    expect(Buffer.compare(saveCheckpoint(together!.model), saveCheckpoint(start))).not.toBe(0);
  });

  it('that die are a fault, and what was asked is not lost silently', async () => {
    const broken = createThreads<string, string>('file:///does/not/exist.js', 1);
    await expect(broken.ask(0, 'anybody?')).rejects.toMatchObject({ code: 'dispatch/thread-failed' });
    await expect(broken.ask(0, 'again?')).rejects.toMatchObject({ code: 'dispatch/thread-failed' });
    await broken.end();
  });

  it('pass on what their work throws', async () => {
    await expect(
      two.ask(0, { kind: 'forward', shape: {} as never, weights: new Float32Array(0), shards: [] }),
    ).rejects.toMatchObject({
      code: 'dispatch/thread-failed',
      message: expect.stringContaining('more than a WebAssembly memory'),
    });
    expect(await two.ask(1, { kind: 'forward', ...smallest(), shards: [] })).toEqual([]);
  });
});

function smallest(): { shape: never; weights: Float32Array } {
  const model = createModel(
    { vocab: 4, context: 4, layers: 1, width: 8, heads: 1 },
    createRng('test/lm-threads/small'),
  );
  return { shape: model.shape as never, weights: model.weights() };
}
