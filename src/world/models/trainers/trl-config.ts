import type { TrainingMethod } from '#foundation/contracts/self-play';
import { findTrainingFormat } from './formats/formats.ts';
import type { TrainingFormat } from './formats/training-format.ts';

/** Numbers of a training run that users change. */
export interface TrainingKnobs {
  readonly beta: number;
  readonly learningRate: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly loraRank: number;
}

export const trainingKnobs: TrainingKnobs = { beta: 0.1, learningRate: 5e-6, epochs: 1, batchSize: 4, loraRank: 16 };

/** Which of TRL's trainers runs a method, on which file. */
export function trlRecipe(method: TrainingMethod): { readonly trainer: string; readonly format: TrainingFormat } {
  switch (method) {
    case 'dpo':
    case 'ranking':
      return { trainer: 'dpo', format: findTrainingFormat('trl-dpo') };
    case 'sft':
    case 'preferred':
      return { trainer: 'sft', format: findTrainingFormat('trl-sft') };
    case 'reinforce':
    case 'grpo':
      return { trainer: 'grpo', format: findTrainingFormat('trl-grpo') };
  }
}

/**
 * The file for `trl dpo --config` and `trl sft --config`. A ranking loss is TRL's hinge; noisy labels are its robust loss, which takes
 * one flip rate for all pairs, so it is given their mean.
 *
 * @source TRL, DPOConfig and ModelConfig; robust: arXiv:2403.00409
 */
export function trlConfig(
  job: { readonly method: TrainingMethod; readonly base: string; readonly data: string; readonly output: string },
  knobs: TrainingKnobs,
  flipRate: number,
): string {
  const { method, base, data, output } = job;
  const isNoisy = method === 'dpo' && flipRate > 0;
  const lines = {
    model_name_or_path: base,
    output_dir: output,
    use_peft: true,
    lora_r: knobs.loraRank,
    lora_alpha: 2 * knobs.loraRank,
    learning_rate: knobs.learningRate,
    num_train_epochs: knobs.epochs,
    per_device_train_batch_size: knobs.batchSize,
    ...(method === 'dpo' || method === 'ranking'
      ? { beta: knobs.beta, loss_type: method === 'ranking' ? 'hinge' : isNoisy ? 'robust' : 'sigmoid' }
      : {}),
    ...(isNoisy ? { label_smoothing: Math.min(0.45, flipRate) } : {}),
  };
  const scalars = Object.entries(lines).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `${[...scalars, 'datasets:', '  - path: json', `    data_files: ${JSON.stringify(data)}`].join('\n')}\n`;
}
