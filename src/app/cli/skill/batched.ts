import type { TrainSettings } from '#learners/skill/train';
import { settingsOf, type TrainConfig } from './train-config.ts';

/** As many at once as there may be in a batch: a block of rollouts, or all analysts of a step, go together. */
const TOGETHER = 5000;

/** The configuration where requests go in batches. */
function batched(config: TrainConfig): TrainConfig {
  return { ...config, concurrency: TOGETHER, analystWorkers: TOGETHER };
}

/** Configuration and settings of a run, one request at a time or in batches. @source OpenAI and Anthropic: batches cost half */
export function runSettings(
  config: TrainConfig,
  seed: number,
  isBatched: boolean,
): { readonly config: TrainConfig; readonly settings: TrainSettings } {
  if (!isBatched) return { config, settings: settingsOf(config, seed) };
  const usual = settingsOf(batched(config), seed);
  const { target, optimizer } = usual.prices;
  const half = (price: typeof target): object =>
    price === undefined ? {} : { prompt: price.prompt / 2, completion: price.completion / 2 };
  const prices = {
    ...(target === undefined ? {} : { target: { ...target, ...half(target) } }),
    ...(optimizer === undefined ? {} : { optimizer: { ...optimizer, ...half(optimizer) } }),
  };
  return { config: batched(config), settings: { ...usual, prices } };
}
