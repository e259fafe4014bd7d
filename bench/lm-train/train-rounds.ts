import { createThreads } from '#world/dispatch';
import { createRng, type Rng } from '#foundation/kernel';
import {
  createModel,
  createShardPool,
  type Model,
  type Sequence,
  type ShardMessage,
  type ShardReply,
  shardWorkerUrl,
  Trainer,
} from '#learners/model/lm';
import { supervised } from '#learners/model/lm/losses';
import { cpuMicros, mainThreadNs } from '../cpu-time.ts';
import type { ContestantName, Round } from './contestants.ts';

/** What is trained. @source issue on self-play: 4 layers, width 128, context 128, batch 16 */
export const trained = { vocab: 96, context: 128, layers: 4, width: 128, heads: 4, batch: 16 } as const;

const RATE = 1e-3;

/** One step on a batch; gives the loss before it. */
type Step = (batch: readonly Sequence[]) => Promise<number> | number;

/** Answers each message with a round of so many steps. Every contestant starts from the same weights and sees the same batches. */
export async function trainRounds(name: ContestantName, seed: number): Promise<void> {
  const rng = createRng(`bench/lm-train/${seed}`);
  const step = await stepOf(name, rng).catch((error: unknown) => String(error));
  const batches = rng.fork('batches');
  const answer = async (steps: number): Promise<Round | { missing: string }> => {
    if (typeof step === 'string') return { missing: step };
    const drawn = Array.from({ length: name === 'idle' ? 0 : steps }, () => batchOf(batches));
    const [cpu, own, wall] = [cpuMicros(), mainThreadNs() ?? 0, performance.now()];
    let loss = 0;
    for (const batch of drawn) loss = await step(batch);
    const cpuSeconds = (cpuMicros() - cpu) / 1e6;
    const wallSeconds = (performance.now() - wall) / 1000;
    // The counter of the main thread is brought up to date when it waits.
    await new Promise((resolve) => setTimeout(resolve, 5));
    const ownSeconds = ((mainThreadNs() ?? 0) - own) / 1e9;
    return {
      tokens: drawn.length * trained.batch * trained.context,
      cpuSeconds,
      busiestSeconds: name === 'two threads' ? Math.max(ownSeconds, cpuSeconds - ownSeconds) : cpuSeconds,
      wallSeconds,
      loss,
      peakMegabytes: process.resourceUsage().maxRSS / 1024,
    };
  };
  process.on('message', (steps: number) => void answer(steps).then((round) => process.send?.(round)));
}

async function stepOf(name: ContestantName, rng: Rng): Promise<Step> {
  if (name === 'idle') return () => 0;
  const { batch: _batch, ...shape } = trained;
  const model: Model = createModel(shape, rng.fork('weights'));
  if (name === '@jax-js/jax') {
    const { createJaxTrainer, loadJax } = await import('./jax-trainer.ts');
    // The options of a trainer, without the memory of one of this size.
    const { options } = new Trainer(createModel({ ...shape, layers: 1, width: 8, heads: 1 }, rng.fork('none')), {
      rate: RATE,
    });
    const peer = createJaxTrainer(await loadJax(), model, options, trained.context);
    return (batch) => peer.train(batch);
  }
  const trainer = new Trainer(model, { rate: RATE });
  if (name === 'one thread') return (batch) => trainer.train(supervised(batch)).loss;
  // The first shard stays in this thread.
  const pool = createShardPool(createThreads<ShardMessage, ShardReply>(shardWorkerUrl, 1));
  return async (batch) => (await trainer.trainWith(pool, supervised(batch))).loss;
}

/** Sequences with something to learn: each token follows from the one before it most of the time. */
function batchOf(rng: Rng): Sequence[] {
  const { vocab, context, batch } = trained;
  return Array.from({ length: batch }, () => {
    const tokens = [rng.below(vocab)];
    while (tokens.length <= context) tokens.push(rng.chance(0.8) ? (3 * tokens.at(-1)! + 1) % vocab : rng.below(vocab));
    return { tokens, from: 1 };
  });
}
