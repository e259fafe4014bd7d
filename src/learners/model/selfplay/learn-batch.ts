import type { PreferencePair, RewardedText, TrainingBatch, TrainingMethod } from '#foundation/contracts/self-play';
import type { Model, Objective, Sequence, Trainer } from '#learners/model/lm';
import { dpo, grpo, preferred, ranking, reinforce, supervised } from '#learners/model/lm/losses';
import { questionAnswer, type Tokenizer } from '#learners/model/lm/tokens';

/** Numbers of embedded training that users change. */
export interface EmbeddedKnobs {
  readonly rate: number;
  /** Of the generator, whose gradient is noisier. */
  readonly generatorRate: number;
  readonly beta: number;
  /** Weight of the likelihood of chosen answers beside DPO. */
  readonly chosenWeight: number;
  /** Pairs or texts per step. */
  readonly batchSize: number;
  readonly epochs: number;
  /** The learning rate of rehearsal steps as a multiple of the others'; 0 leaves rehearsal out. */
  readonly rehearsal: number;
}

/** @source pilots on the first practice world; see docs/decisions on self-play */
export const embeddedKnobs: EmbeddedKnobs = {
  rate: 3e-4,
  generatorRate: 5e-4,
  beta: 0.2,
  chosenWeight: 1,
  batchSize: 24,
  epochs: 1,
  rehearsal: 0.5,
};

interface Learning {
  readonly optimiser: Trainer;
  readonly tokenizer: Tokenizer;
  /** What `pull` holds a generator to. */
  readonly reference: Model | undefined;
  readonly knobs: EmbeddedKnobs;
}

/** One pass of training over a batch, in steps of `batchSize`; policy gradients take the batch in one step, while it is the model's own. */
export function learnBatch(learning: Learning, batch: TrainingBatch, method: TrainingMethod): void {
  const { knobs, optimiser } = learning;
  const rate = batch.role === 'generator' ? knobs.generatorRate : knobs.rate;
  if (method === 'reinforce' || method === 'grpo') {
    if (batch.rewarded.length > 1) optimiser.train(rewardObjective(learning, batch, method), rate);
    return;
  }
  // The reference of DPO is the model that the batch finds, before its first step.
  const sums = sumsOf(learning, batch.pairs);
  for (let epoch = 0; epoch < knobs.epochs; epoch += 1) {
    for (let first = 0; first < batch.pairs.length; first += knobs.batchSize) {
      const some = batch.pairs.slice(first, first + knobs.batchSize);
      optimiser.train(pairObjective(learning, some, sums.slice(2 * first), method), rate);
      rehearse(learning, batch, first, rate);
    }
  }
}

/**
 * A step that keeps answers of the solver in force likely: the gradient of KL(in force ‖ learner), by samples.
 *
 * @source pseudo-rehearsal: Robins 1995
 */
function rehearse(
  { optimiser, tokenizer, knobs }: Learning,
  { held = [] }: TrainingBatch,
  first: number,
  rate: number,
): void {
  if (held.length === 0 || knobs.rehearsal === 0) return;
  const some = Array.from(
    { length: Math.min(knobs.batchSize, held.length) },
    (_, i) => held[(first + i) % held.length]!,
  );
  optimiser.train(
    supervised(some.map(({ prompt, completion }) => questionAnswer(tokenizer, prompt, completion))),
    rate * knobs.rehearsal,
  );
}

function pairObjective(
  { tokenizer, knobs }: Learning,
  pairs: readonly PreferencePair[],
  sums: readonly number[],
  method: TrainingMethod,
): Objective {
  const both = pairs.map(({ prompt, chosen, rejected, flipRate }, i) => ({
    chosen: questionAnswer(tokenizer, prompt, chosen),
    rejected: questionAnswer(tokenizer, prompt, rejected),
    reference: { chosen: sums[2 * i]!, rejected: sums[2 * i + 1]! },
    flipRate: Math.min(0.45, flipRate),
  }));
  if (method === 'dpo') return dpo(both, { beta: knobs.beta, chosenWeight: knobs.chosenWeight });
  if (method === 'preferred') return preferred(both);
  if (method === 'sft') return supervised(both.map(({ chosen }) => chosen));
  return ranking(
    both.map(({ chosen, rejected }) => ({
      answers: [
        { ...chosen, score: 1 },
        { ...rejected, score: 0 },
      ],
    })),
  );
}

/** ln P of every chosen and rejected answer, in turn. */
function sumsOf({ optimiser, tokenizer }: Learning, pairs: readonly PreferencePair[]): number[] {
  if (pairs.length === 0) return [];
  const sequences = pairs.flatMap(({ prompt, chosen, rejected }) => [
    questionAnswer(tokenizer, prompt, chosen),
    questionAnswer(tokenizer, prompt, rejected),
  ]);
  return optimiser.model.logProbs(sequences).map((logs) => logs.reduce((sum, log) => sum + log, 0));
}

/** Rewards less the pull towards the start, wᵢ = rᵢ − pull · (ln p(text) − ln p_start(text)). */
function rewardObjective(learning: Learning, batch: TrainingBatch, method: 'reinforce' | 'grpo'): Objective {
  const { tokenizer, optimiser, reference } = learning;
  const { rewarded, role, pull = 0 } = batch;
  const sequences: Sequence[] = rewarded.map(({ prompt, completion }) => questionAnswer(tokenizer, prompt, completion));
  const now = optimiser.model.logProbs(sequences);
  const before = pull > 0 && reference !== undefined ? reference.logProbs(sequences) : now;
  const total = (logs: Float64Array): number => logs.reduce((sum, log) => sum + log, 0);
  const rewardOf = ({ reward }: RewardedText, i: number): number =>
    reward - pull * (total(now[i]!) - total(before[i]!));
  const samples = rewarded.map((text, i) => ({
    ...sequences[i]!,
    reward: rewardOf(text, i),
    role,
    group: text.group,
  }));
  if (method === 'reinforce') return reinforce(samples);
  return grpo(samples.map((each, i) => ({ ...each, sampled: now[i]! })));
}
