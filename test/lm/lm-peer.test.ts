import { describe, expect, it } from 'vitest';
import { createRng } from '#foundation/kernel';
import { createModel, type Sequence, Trainer } from '#learners/model/lm';
import { supervised } from '#learners/model/lm/losses';
import { createJaxTrainer, loadJax } from '../../bench/lm-train/jax-trainer.ts';

const length = 16;
const rng = createRng('test/lm-peer');
const model = createModel({ vocab: 20, context: length, layers: 2, width: 32, heads: 2 }, rng.fork('model'));

/** Sequences with something to learn: each token follows from the one before it most of the time. */
function batch(): Sequence[] {
  return Array.from({ length: 4 }, () => {
    const tokens = [rng.below(20)];
    while (tokens.length <= length) tokens.push(rng.chance(0.8) ? (3 * tokens.at(-1)! + 1) % 20 : rng.below(20));
    return { tokens, from: 1 };
  });
}

describe('beside @jax-js/jax, from the same weights and batches', () => {
  it('every tensor has the same gradient', async () => {
    const trainer = new Trainer(model);
    const peer = createJaxTrainer(await loadJax(), model, trainer.options, length);
    const sequences = batch();
    const own = trainer.gradientOf(supervised(sequences));
    const theirs = await peer.gradientOf(sequences);
    expect(own.loss.value).toBeCloseTo(theirs.loss, 5);
    for (const { name, offset, size } of model.parameters) {
      const expected = theirs.gradient[name]!;
      const scale = Math.max(...expected.map(Math.abs));
      const gaps = own.gradient.subarray(offset, offset + size).map((x, i) => Math.abs(x - expected[i]!) / scale);
      expect(scale, name).toBeGreaterThan(0);
      expect(Math.max(...gaps), name).toBeLessThan(1e-4);
    }
  });

  it('the loss falls along the same curve', async () => {
    const own = new Trainer(model.clone(), { rate: 5e-3 });
    const peer = createJaxTrainer(await loadJax(), model, own.options, length);
    const losses: number[] = [];
    for (let step = 0; step < 30; step += 1) {
      const sequences = batch();
      const { loss } = own.train(supervised(sequences));
      losses.push(loss);
      expect(Math.abs(loss - (await peer.train(sequences))), `step ${step}`).toBeLessThan(2e-3);
    }
    expect(losses.at(-1)).toBeLessThan(0.8 * losses[0]!);
  });
});
