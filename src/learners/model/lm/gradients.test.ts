import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '#foundation/kernel';
import { dpo, preferred } from './losses/preference.ts';
import { grpo } from './losses/grpo.ts';
import { ranking } from './losses/ranking.ts';
import { reinforce } from './losses/reinforce.ts';
import { supervised } from './losses/supervised.ts';
import { createModel, type Model } from './model.ts';
import type { Objective } from './objective.ts';
import type { Sequence } from './sequence.ts';
import type { ShapeRequest } from './shape.ts';
import { Trainer } from './trainer.ts';

const small = { vocab: 20, context: 40, layers: 2, width: 32, heads: 2 };

/** A model whose weights are large enough for every part to matter. */
function roughModel(request: ShapeRequest, rng: Rng): Model {
  const model = createModel(request, rng.fork('weights'));
  model.setWeights(model.weights().map((w) => w + 0.1 * rng.normal()));
  return model;
}

function draw(rng: Rng, length: number, from: number): Sequence {
  return { tokens: Array.from({ length }, () => rng.below(small.vocab)), from };
}

/** Slope of an objective along a direction, from both sides. */
function slopeAlong(model: Model, objective: Objective, direction: Float32Array): number {
  const weights = model.weights();
  const at = (h: number): number => {
    model.setWeights(weights.map((w, i) => w + h * direction[i]!));
    return objective.loss(model.logProbs(objective.sequences)).value;
  };
  const slope = (at(1e-2) - at(-1e-2)) / 2e-2;
  model.setWeights(weights);
  return slope;
}

/** The largest gap between gradient and finite differences, one random direction of length about 1 per tensor. */
function largestGap(model: Model, objective: Objective, rng: Rng): number {
  const { gradient } = new Trainer(model).gradientOf(objective);
  let worst = 0;
  for (const { offset, size } of model.transformer.table.list) {
    const direction = new Float32Array(model.size);
    for (let i = offset; i < offset + size; i += 1) direction[i] = rng.normal() / Math.sqrt(size);
    const expected = slopeAlong(model, objective, direction);
    const found = direction.reduce((sum, d, i) => sum + d * gradient[i]!, 0);
    worst = Math.max(worst, Math.abs(found - expected) / (1e-2 + Math.abs(expected)));
  }
  return worst;
}

/** One objective of each kind; `at` gives numbers near the model's own, as sampled and reference log-probabilities are, and off the kinks. */
function objectives(model: Model, rng: Rng): Record<string, Objective> {
  const four = [draw(rng, 21, 3), draw(rng, 5, 1), draw(rng, 2, 1), draw(rng, 18, 7)];
  const near = (sequence: Sequence): Float64Array =>
    model.logProbs([sequence])[0]!.map((x) => x + rng.pick([-0.6, -0.05, 0.05, 0.6]));
  const whole = (sequence: Sequence): number => near(sequence).reduce((sum, x) => sum + x, 0);
  const pairs = [0, 1].map((i) => {
    const [chosen, rejected] = [four[2 * i]!, four[2 * i + 1]!];
    return { chosen, rejected, flipRate: 0.1 * i, reference: { chosen: whole(chosen), rejected: whole(rejected) } };
  });
  return {
    supervised: supervised(four.map((sequence, i) => ({ ...sequence, weight: 1 + i }))),
    reinforce: reinforce(
      four.map((sequence, i) => ({ ...sequence, reward: i ** 2, role: i < 2 ? 'solver' : 'generator' })),
    ),
    grpo: grpo(
      four.map((sequence, i) => ({
        ...sequence,
        reward: i % 3,
        group: i < 2 ? 'a' : 'b',
        sampled: near(sequence),
        reference: near(sequence),
      })),
      { beta: 0.1 },
    ),
    dpo: dpo(pairs, { beta: 0.5, chosenWeight: 0.5 }),
    'dpo, conservative': dpo(pairs, { correction: 'conservative' }),
    ranking: ranking([
      { answers: [0, 1, 2].map((i) => ({ ...four[i]!, score: i % 2 })) },
      { answers: [2, 3].map((i) => ({ ...four[i]!, score: i })) },
    ]),
    preferred: preferred(pairs),
  };
}

describe('gradients of the language model', () => {
  const rng = createRng('test/lm/gradients');
  const model = roughModel(small, rng.fork('tied'));
  it.each(Object.entries(objectives(model, rng)))(
    'of %s agree with finite differences in every tensor',
    (name, objective) => {
      expect(largestGap(model, objective, rng.fork(name))).toBeLessThan(0.02);
    },
  );

  it('agree with finite differences with shared keys and a head of its own', () => {
    const other = roughModel({ ...small, keyHeads: 1, isTied: false, hidden: 40 }, rng.fork('untied'));
    expect(other.transformer.table.list.at(-1)?.name).toBe('lm_head.weight');
    const objective = supervised([draw(rng, 40, 1), draw(rng, 3, 2)]);
    expect(largestGap(other, objective, rng.fork('directions'))).toBeLessThan(0.02);
  });

  it('are seen wrong when a slope is', () => {
    const honest = objectives(model, rng)['supervised']!;
    const wrong: Objective = {
      sequences: honest.sequences,
      loss: (logProbs) => {
        const { value, slopes } = honest.loss(logProbs);
        return { value, slopes: slopes.map((each, i) => (i === 0 ? each.map((x) => 1.2 * x) : each)) };
      },
    };
    expect(largestGap(model, wrong, rng.fork('wrong'))).toBeGreaterThan(0.05);
  });
});
